import type { WorkItem } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ValidationError } from '#server/errors.ts';
import { once } from '#server/idempotency/once.ts';
import { checkedText, checkedTexts } from '#server/text-limits.ts';
import { recordingSession } from './recording-session.ts';
import { requireWorkItem, type WorkItemRef } from '../require-work-item.ts';

export interface RecordOutcomeInput {
  workItem: WorkItemRef;
  sessionId?: string | null | undefined;
  summary: string;
  /** Acceptance criteria, by their exact text. */
  metCriteria: string[];
  unmetCriteria: string[];
  evidence: string[];
  idempotencyKey: string;
}

/**
 * Writes down how the work stands against its acceptance criteria. Each criterion named must be one of the work item's, by
 * its exact text, and is named once, as met or as unmet. A criterion that is named in neither list was not judged. The
 * latest outcome counts alone: what an earlier one said of a criterion is not carried over.
 *
 * Throws ValidationError naming the entry, NotFoundError for the work item or the session.
 */
export async function recordOutcome(
  ctx: CommandContext,
  actor: Actor,
  input: RecordOutcomeInput,
): Promise<{ outcomeId: string }> {
  requireScope(actor, 'work.write');
  const texts = {
    summary: checkedText('summary', input.summary, 'outcomeSummary'),
    metCriteria: checkedTexts('metCriteria', input.metCriteria, 'criteria', 'criterion'),
    unmetCriteria: checkedTexts('unmetCriteria', input.unmetCriteria, 'criteria', 'criterion'),
    evidence: checkedTexts('evidence', input.evidence, 'evidence', 'evidence'),
  };
  const { idempotencyKey: key, ...rest } = input;
  return once(ctx, { actor, command: 'recordOutcome', key, input: rest }, async (tx) => {
    const workItem = await requireWorkItem(tx, actor, input.workItem);
    requireKnownCriteria(workItem, texts);
    const agentSessionId = await recordingSession(tx, actor, workItem, input.sessionId);
    return insertOutcome(ctx, tx, actor, { id: workItem.id, agentSessionId }, texts);
  });
}

/** What an outcome says; criteria by their exact text. */
type OutcomeTexts = Pick<RecordOutcomeInput, 'summary' | 'metCriteria' | 'unmetCriteria' | 'evidence'>;

/** Writes an outcome and its fact. For commands that checked rights, texts and the work item, which is the actor's to reach. */
export async function insertOutcome(
  ctx: CommandContext,
  tx: Tx,
  actor: Actor,
  workItem: { readonly id: string; readonly agentSessionId: string | null },
  texts: OutcomeTexts,
): Promise<{ outcomeId: string }> {
  const { organisationId } = actor;
  const { id: workItemId, agentSessionId } = workItem;
  const outcomeId = ctx.ids.next('out');
  const by = recordedActor(actor);
  const place = { id: outcomeId, organisationId, workItemId, agentSessionId };
  await tx.db.outcome.create({ data: { ...texts, ...place, recordedAt: tx.now, recordedBy: { ...by } } });
  const session = agentSessionId === null ? {} : { agentSessionId };
  const data = { outcomeId, met: texts.metCriteria.length, unmet: texts.unmetCriteria.length };
  tx.record({ type: 'outcome.recorded', organisationId, actor: by, workItemId, ...session, data });
  return { outcomeId };
}

function requireKnownCriteria(
  workItem: WorkItem,
  judged: Pick<RecordOutcomeInput, 'metCriteria' | 'unmetCriteria'>,
): void {
  const known = new Set(workItem.acceptanceCriteria);
  const seen = new Set<string>();
  for (const list of ['metCriteria', 'unmetCriteria'] as const) {
    for (const [i, text] of judged[list].entries()) {
      const field = `${list}[${i}]`;
      if (!known.has(text))
        throw new ValidationError(field, `is not one of the acceptance criteria of ${workItem.key}`);
      if (seen.has(text)) throw new ValidationError(field, 'names a criterion for the second time');
      seen.add(text);
    }
  }
}
