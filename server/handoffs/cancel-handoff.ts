import type { Actor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { once } from '#server/idempotency/once.ts';
import { nextHandoffState } from './lifecycle.ts';
import { lockHandoff } from './lock-handoff.ts';
import { packageOnOffer, recordHandoffEvent } from './record-handoff-event.ts';

export interface CancelHandoffInput {
  handoffId: string;
  idempotencyKey: string;
}

/**
 * Calls off a handoff that nobody took on. There is no way back; the packages it offered stay readable.
 *
 * Throws NotFoundError, and InvalidTransitionError once it was accepted or while it is rejected.
 */
export async function cancelHandoff(
  ctx: CommandContext,
  actor: Actor,
  input: CancelHandoffInput,
): Promise<{ handoffId: string }> {
  requireScope(actor, 'handoff.create');
  const { handoffId, idempotencyKey: key } = input;
  return once(ctx, { actor, command: 'cancelHandoff', key, input: { handoffId } }, async (tx) => {
    const handoff = await lockHandoff(tx, actor, handoffId);
    const state = nextHandoffState(handoff.state, 'CANCEL');
    await tx.db.handoff.update({ where: { id: handoffId }, data: { state, cancelledAt: tx.now } });
    recordHandoffEvent(tx, actor, handoff, 'cancelled', { state, ...packageOnOffer(handoff) });
    return { handoffId };
  });
}
