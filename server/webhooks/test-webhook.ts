import type { Actor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { once } from '#server/idempotency/once.ts';
import { lockWebhook } from './lock-webhook.ts';
import { requireWebhookRights } from './reach-webhook.ts';

/** What a trial message says it is; no event has this type. */
const TEST_TYPE = 'webhook.test';

export interface TestWebhookInput {
  webhookId: string;
  idempotencyKey: string;
}

/**
 * Has a trial message sent, also to a disabled webhook: once, at once, whatever else waits. What came of it is in the
 * delivery. Owners only. Throws ForbiddenError and NotFoundError.
 */
export async function testWebhook(
  ctx: CommandContext,
  actor: Actor,
  { webhookId, idempotencyKey: key }: TestWebhookInput,
): Promise<{ deliveryId: string }> {
  requireWebhookRights(actor);
  return once(ctx, { actor, command: 'testWebhook', key, input: { webhookId } }, async (tx) => {
    const { organisationId } = await lockWebhook(tx, actor, webhookId);
    const id = ctx.ids.next('whd');
    const body = JSON.stringify({ type: TEST_TYPE, timestamp: tx.now.toISOString(), data: { webhookId } });
    const about = { organisationId, webhookId, cause: 'TEST', type: TEST_TYPE } as const;
    await tx.db.webhookDelivery.create({ data: { ...about, id, messageId: id, body, createdAt: tx.now } });
    return { deliveryId: id };
  });
}
