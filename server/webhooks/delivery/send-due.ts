import type { WebhookDelivery } from '#prisma/generated/client/client.ts';
import type { CommandContext } from '#server/command-context.ts';
import { post } from '../outbound/post.ts';
import { signatureHeaders } from '../signing/sign.ts';
import { type Lease, releaseWebhook } from './lease.ts';
import { nextDelivery } from './next-delivery.ts';
import { type Attempt, settleAttempt } from './settle-attempt.ts';

/** Most messages sent to one webhook before others get their turn. */
const MAX_IN_A_ROW = 100;
const USER_AGENT = 'Kernel-Webhooks/1';

/**
 * Sends what is due to a leased webhook, one message after another in the order of the log, and gives it back. Gives how
 * many attempts were made. `signal` stops it; an attempt that it cuts short counts as none. After a fault, which it throws,
 * the webhook is left until the lease runs out, so that a lasting one is not run into again and again.
 */
export async function sendDue(ctx: CommandContext, lease: Lease, signal: AbortSignal): Promise<number> {
  let attempts = 0;
  while (attempts < MAX_IN_A_ROW && !signal.aborted) {
    const delivery = await nextDelivery(ctx, lease);
    if (delivery === undefined) break;
    const attempt = await sendOnce(ctx, delivery, signal);
    if (attempt === undefined) break;
    attempts += 1;
    if (!(await settleAttempt(ctx, lease, delivery, attempt))) break;
  }
  await releaseWebhook(ctx.prisma, lease);
  return attempts;
}

/** One attempt; undefined when it was cut short, or the webhook is gone. */
async function sendOnce(
  { prisma, clock, outbound }: CommandContext,
  { webhookId, messageId, body }: WebhookDelivery,
  signal: AbortSignal,
): Promise<Attempt | undefined> {
  const startedAt = clock.now();
  const webhook = await prisma.webhook.findUnique({
    where: { id: webhookId },
    select: {
      url: true,
      secrets: {
        where: { OR: [{ expiresAt: null }, { expiresAt: { gt: startedAt } }] },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      },
    },
  });
  if (webhook === null) return undefined;
  const keys = webhook.secrets.map(({ key }) => key);
  const headers = {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    ...signatureHeaders(keys, { messageId, at: startedAt, body }),
  };
  const begun = performance.now();
  const outcome = await post(outbound, { url: webhook.url, headers, body }, signal);
  if (outcome.problem === 'INTERRUPTED') return undefined;
  return { startedAt, durationMs: Math.round(performance.now() - begun), outcome };
}
