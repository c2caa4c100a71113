import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { once } from '#server/idempotency/once.ts';
import { checkedText, checkedTexts } from '#server/text-limits.ts';
import { recordingSession } from './recording-session.ts';
import { requireWorkItem, type WorkItemRef } from '../require-work-item.ts';

/** What a decision says. `evidence` is a list of URIs or short texts, in the order given. */
export interface DecisionTexts {
  statement: string;
  rationale: string;
  evidence: string[];
}

export interface RecordDecisionInput extends DecisionTexts {
  workItem: WorkItemRef;
  sessionId?: string | null | undefined;
  idempotencyKey: string;
}

/** Writes down what was decided. Throws NotFoundError for the work item or the session, ValidationError naming the field. */
export async function recordDecision(
  ctx: CommandContext,
  actor: Actor,
  input: RecordDecisionInput,
): Promise<{ decisionId: string }> {
  requireScope(actor, 'work.write');
  const texts = checkedDecision(input);
  const { idempotencyKey: key, ...rest } = input;
  return once(ctx, { actor, command: 'recordDecision', key, input: rest }, async (tx) => {
    const workItem = await requireWorkItem(tx, actor, input.workItem);
    const agentSessionId = await recordingSession(tx, actor, workItem, input.sessionId);
    return insertDecision(ctx, tx, actor, { id: workItem.id, agentSessionId }, texts);
  });
}

/** Writes a decision and its fact. For commands that checked rights, texts and the work item, which is the actor's to reach. */
export async function insertDecision(
  ctx: CommandContext,
  tx: Tx,
  actor: Actor,
  workItem: { readonly id: string; readonly agentSessionId: string | null },
  texts: DecisionTexts,
): Promise<{ decisionId: string }> {
  const { organisationId } = actor;
  const { id: workItemId, agentSessionId } = workItem;
  const decisionId = ctx.ids.next('dec');
  const by = recordedActor(actor);
  const place = { id: decisionId, organisationId, workItemId, agentSessionId };
  await tx.db.decision.create({ data: { ...texts, ...place, recordedAt: tx.now, recordedBy: { ...by } } });
  const session = agentSessionId === null ? {} : { agentSessionId };
  tx.record({ type: 'decision.recorded', organisationId, actor: by, workItemId, ...session, data: { decisionId } });
  return { decisionId };
}

/** Checks the texts of a decision; the rationale may be empty. */
export const checkedDecision = (texts: DecisionTexts): DecisionTexts => ({
  statement: checkedText('statement', texts.statement, 'statement'),
  rationale: checkedText('rationale', texts.rationale, 'rationale', { blank: true }),
  evidence: checkedTexts('evidence', texts.evidence, 'evidence', 'evidence'),
});
