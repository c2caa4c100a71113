import type { Actor } from '#server/auth/actor.ts';
import { requireOwnSession, requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { once } from '#server/idempotency/once.ts';
import { nextHandoffState } from './lifecycle.ts';
import { lockHandoff } from './lock-handoff.ts';
import { packageOnOffer, recordHandoffEvent } from './record-handoff-event.ts';

export interface CompleteHandoffInput {
  handoffId: string;
  idempotencyKey: string;
}

/**
 * Closes an accepted handoff once its session has done what it took on. The lineage stays on the session.
 *
 * Throws NotFoundError, InvalidTransitionError unless it is accepted, ForbiddenError when another session than the one
 * that continues it asks.
 */
export async function completeHandoff(
  ctx: CommandContext,
  actor: Actor,
  input: CompleteHandoffInput,
): Promise<{ handoffId: string }> {
  requireScope(actor, 'handoff.accept');
  const { handoffId, idempotencyKey: key } = input;
  return once(ctx, { actor, command: 'completeHandoff', key, input: { handoffId } }, async (tx) => {
    const handoff = await lockHandoff(tx, actor, handoffId);
    const state = nextHandoffState(handoff.state, 'COMPLETE');
    const { id: sessionId } = await tx.db.agentSession.findUniqueOrThrow({
      where: { handoffId },
      select: { id: true },
    });
    requireOwnSession(actor, sessionId);
    await tx.db.handoff.update({ where: { id: handoffId }, data: { state, completedAt: tx.now } });
    recordHandoffEvent(tx, actor, handoff, 'completed', { state, ...packageOnOffer(handoff), sessionId });
    return { handoffId };
  });
}
