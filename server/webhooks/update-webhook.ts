import { type Actor, recordedActor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { checkedText } from '#server/text-limits.ts';
import { checkedFilter, type WebhookFilterInput } from './checked-filter.ts';
import { giveUpPending } from './delivery/give-up-pending.ts';
import { lockWebhook } from './lock-webhook.ts';
import { checkedUrl } from './outbound/checked-url.ts';
import { requireWebhookRights } from './reach-webhook.ts';

export interface UpdateWebhookInput extends WebhookFilterInput {
  webhookId: string;
  name?: string | null | undefined;
  url?: string | null | undefined;
}

/**
 * Changes what a webhook is told, or where; what is left out stays. The event that is due is tried again at once, unless
 * it is not wanted any more. Throws what createWebhook throws, and NotFoundError.
 */
export async function updateWebhook(
  ctx: CommandContext,
  actor: Actor,
  input: UpdateWebhookInput,
): Promise<{ webhookId: string }> {
  requireWebhookRights(actor);
  const name = input.name ?? undefined;
  const url = input.url ?? undefined;
  const texts = {
    ...(name === undefined ? {} : { name: checkedText('name', name, 'name') }),
    ...(url === undefined ? {} : { url: checkedUrl(ctx.outbound, 'url', url) }),
  };
  return inTransaction(ctx, async (tx) => {
    const { id, organisationId } = await lockWebhook(tx, actor, input.webhookId);
    const filter = await checkedFilter(tx, actor, input);
    if (Object.keys(filter).length > 0) await giveUpPending(tx, id);
    await tx.db.webhook.update({
      where: { id },
      data: { ...texts, ...filter, failedAttempts: 0, failingSince: null, nextAttemptAt: tx.now },
    });
    tx.record({ type: 'webhook.updated', organisationId, actor: recordedActor(actor), data: { webhookId: id } });
    return { webhookId: id };
  });
}
