import { type Actor, recordedActor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { lockWebhook } from './lock-webhook.ts';
import { requireWebhookRights } from './reach-webhook.ts';

/**
 * Removes a webhook with its secrets and its delivery log. Owners only. Throws ForbiddenError, and NotFoundError also for
 * one that was removed before.
 */
export async function deleteWebhook(
  ctx: CommandContext,
  actor: Actor,
  { webhookId }: { webhookId: string },
): Promise<{ webhookId: string }> {
  requireWebhookRights(actor);
  return inTransaction(ctx, async (tx) => {
    const { organisationId } = await lockWebhook(tx, actor, webhookId);
    await tx.db.webhook.delete({ where: { id: webhookId } });
    tx.record({ type: 'webhook.deleted', organisationId, actor: recordedActor(actor), data: { webhookId } });
    return { webhookId };
  });
}
