import type { Actor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { NotFoundError } from '#server/errors.ts';
import { once } from '#server/idempotency/once.ts';
import { isRowId, shortRef } from '#server/work/row-id.ts';
import { requireWebhookRights } from './reach-webhook.ts';

export interface ReplayDeliveryInput {
  deliveryId: string;
  idempotencyKey: string;
}

/**
 * Has one message sent again, with the same `webhook-id` and the same body: once, at once, out of the order of the log.
 * What comes of it is in a delivery of its own. Owners only. Throws ForbiddenError and NotFoundError.
 */
export async function replayDelivery(
  ctx: CommandContext,
  actor: Actor,
  { deliveryId, idempotencyKey: key }: ReplayDeliveryInput,
): Promise<{ deliveryId: string }> {
  requireWebhookRights(actor);
  return once(ctx, { actor, command: 'replayDelivery', key, input: { deliveryId } }, async (tx) => {
    const { organisationId } = actor;
    const original = isRowId('whd', deliveryId)
      ? await tx.db.webhookDelivery.findFirst({ where: { id: deliveryId, organisationId } })
      : null;
    if (original === null) throw new NotFoundError('delivery', shortRef(deliveryId));
    const { webhookId, messageId, type, seq, body } = original;
    const id = ctx.ids.next('whd');
    await tx.db.webhookDelivery.create({
      data: { id, organisationId, webhookId, cause: 'REPLAY', messageId, type, seq, body, createdAt: tx.now },
    });
    return { deliveryId: id };
  });
}
