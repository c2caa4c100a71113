import type { Actor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { once } from '#server/idempotency/once.ts';
import { lockOffer, requireSettler } from './lock-offer.ts';
import { settleOffer } from './settle-offer.ts';

export interface DismissOfferInput {
  offerId: string;
  idempotencyKey: string;
}

/**
 * Lets an offer be: it becomes no record, and the same line of the same session is not offered again. Only a person can.
 * Throws NotFoundError, ConflictError once it was settled, and ForbiddenError for all but members.
 */
export async function dismissOffer(
  ctx: CommandContext,
  actor: Actor,
  input: DismissOfferInput,
): Promise<{ offerId: string }> {
  requireSettler(actor);
  const { offerId, idempotencyKey: key } = input;
  return once(ctx, { actor, command: 'dismissOffer', key, input: { offerId } }, async (tx) => {
    await settleOffer(tx, actor, await lockOffer(tx, actor, offerId), 'DISMISSED', null);
    return { offerId };
  });
}
