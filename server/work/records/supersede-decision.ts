import type { Decision } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { reachRecord, requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { AlreadySupersededError, NotFoundError } from '#server/errors.ts';
import { once } from '#server/idempotency/once.ts';
import { checkedDecision, type DecisionTexts } from './record-decision.ts';
import { recordingSession } from './recording-session.ts';
import { requireWorkItem } from '../require-work-item.ts';
import { isRowId, shortRef } from '../row-id.ts';

export interface SupersedeDecisionInput extends DecisionTexts {
  /** The decision that no longer stands. */
  decisionId: string;
  sessionId?: string | null | undefined;
  idempotencyKey: string;
}

/**
 * Puts a new decision in the place of one that stands, on the same work item, in one act: there is no moment at which both
 * stand, or neither. A decision is superseded once, also when two try at the same time.
 *
 * Answers with the new decision. Throws AlreadySupersededError, NotFoundError, ValidationError.
 */
export async function supersedeDecision(
  ctx: CommandContext,
  actor: Actor,
  input: SupersedeDecisionInput,
): Promise<{ decisionId: string }> {
  requireScope(actor, 'work.write');
  const texts = checkedDecision(input);
  const { idempotencyKey: key, ...rest } = input;
  return once(ctx, { actor, command: 'supersedeDecision', key, input: rest }, async (tx) => {
    const old = await standingDecision(tx, actor, input.decisionId);
    const { organisationId, workItemId } = old;
    const workItem = await requireWorkItem(tx, actor, { id: workItemId });
    const agentSessionId = await recordingSession(tx, actor, workItem, input.sessionId);
    const decisionId = ctx.ids.next('dec');
    const by = recordedActor(actor);
    await tx.db.decision.create({
      data: {
        ...texts,
        id: decisionId,
        organisationId,
        workItemId,
        agentSessionId,
        recordedAt: tx.now,
        recordedBy: { ...by },
      },
    });
    await tx.db.decision.update({ where: { id: old.id }, data: { supersededById: decisionId, supersededAt: tx.now } });
    const about = { organisationId, actor: by, workItemId, ...(agentSessionId === null ? {} : { agentSessionId }) };
    tx.record({ ...about, type: 'decision.recorded', data: { decisionId } });
    tx.record({ ...about, type: 'decision.superseded', data: { decisionId: old.id, supersededById: decisionId } });
    return { decisionId };
  });
}

/** The decision, locked, so that whoever comes second waits and then finds it superseded. */
async function standingDecision(tx: Tx, actor: Actor, id: string): Promise<Decision> {
  const where = { id, ...reachRecord(actor) };
  const isThere = isRowId('dec', id) && (await tx.db.decision.count({ where })) > 0;
  if (!isThere) throw new NotFoundError('decision', shortRef(id));
  await tx.db.$queryRaw`SELECT 1 FROM "Decision" WHERE "id" = ${id} FOR NO KEY UPDATE`;
  const decision = await tx.db.decision.findUniqueOrThrow({ where: { id } });
  if (decision.supersededById !== null) throw new AlreadySupersededError(id, decision.supersededById);
  return decision;
}
