import type { Webhook, WebhookDisabledReason } from '#prisma/generated/client/client.ts';
import { type Actor, type RecordedActor, recordedActor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { lockWebhook } from './lock-webhook.ts';
import { requireWebhookRights } from './reach-webhook.ts';

/**
 * Stops telling a webhook of events; its place in the log stays, so that enabling it goes on from there. Disabling a
 * disabled one changes nothing. Owners only. Throws ForbiddenError and NotFoundError.
 */
export async function disableWebhook(
  ctx: CommandContext,
  actor: Actor,
  { webhookId }: { webhookId: string },
): Promise<{ webhookId: string }> {
  requireWebhookRights(actor);
  return inTransaction(ctx, async (tx) => {
    const webhook = await lockWebhook(tx, actor, webhookId);
    if (webhook.state === 'ENABLED') await markDisabled(tx, recordedActor(actor), webhook, 'BY_PERSON');
    return { webhookId };
  });
}

/** Marks an enabled webhook as disabled and records it. For callers that hold its row and decided so; it checks nothing. */
export async function markDisabled(
  tx: Tx,
  by: RecordedActor,
  { id, organisationId }: Pick<Webhook, 'id' | 'organisationId'>,
  reason: WebhookDisabledReason,
): Promise<void> {
  await tx.db.webhook.update({
    where: { id },
    data: { state: 'DISABLED', disabledReason: reason, disabledAt: tx.now, leaseId: null, leasedUntil: null },
  });
  tx.record({ type: 'webhook.disabled', organisationId, actor: by, data: { webhookId: id, reason } });
}
