import type { Actor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { once } from '#server/idempotency/once.ts';
import { giveUpPending } from './delivery/give-up-pending.ts';
import { lockWebhook } from './lock-webhook.ts';
import { requireWebhookRights } from './reach-webhook.ts';

export interface ReplayWebhookInput {
  webhookId: string;
  since: Date;
  idempotencyKey: string;
}

/**
 * Sets a webhook back, so that it is told again of what it wants from a moment on, in the order of the log and with the
 * same `webhook-id`s. It never sets it forwards. `events` counts the places of the log it goes through again. Owners only.
 * Throws ForbiddenError and NotFoundError.
 */
export async function replayWebhook(
  ctx: CommandContext,
  actor: Actor,
  { idempotencyKey: key, ...input }: ReplayWebhookInput,
): Promise<{ webhookId: string; events: number }> {
  requireWebhookRights(actor);
  const { webhookId, since } = input;
  return once(ctx, { actor, command: 'replayWebhook', key, input }, async (tx) => {
    const webhook = await lockWebhook(tx, actor, webhookId);
    const seq = await placeBefore(tx, webhook.organisationId, since);
    if (seq === undefined || seq >= webhook.seq) return { webhookId, events: 0 };
    await giveUpPending(tx, webhookId);
    const data = { seq, failedAttempts: 0, failingSince: null, nextAttemptAt: tx.now };
    await tx.db.webhook.update({ where: { id: webhookId }, data });
    return { webhookId, events: Number(webhook.seq - seq) };
  });
}

/** The place before the first event from `since` on that is kept; undefined when there is none. */
async function placeBefore(tx: Tx, organisationId: string, since: Date): Promise<bigint | undefined> {
  const first = await tx.db.event.findFirst({
    where: { organisationId, occurredAt: { gte: since } },
    orderBy: { seq: 'asc' },
    select: { seq: true },
  });
  return first === null ? undefined : first.seq - 1n;
}
