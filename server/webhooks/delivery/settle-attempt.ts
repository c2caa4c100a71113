import type { Webhook, WebhookDelivery } from '#prisma/generated/client/client.ts';
import { serverActor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { markDisabled } from '../disable-webhook.ts';
import type { PostOutcome } from '../outbound/post.ts';
import { redactedAnswer } from '../outbound/redacted-answer.ts';
import { LEASE_MS, type Lease } from './lease.ts';
import { retryWaitMs } from './retry-schedule.ts';

/** The receiver wants no more messages. */
const GONE = 410;

export interface Attempt {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly outcome: PostOutcome;
}

const succeeded = ({ status }: PostOutcome): boolean => status !== null && status >= 200 && status < 300;

/**
 * Writes down what came of an attempt and what follows from it, in one transaction: the webhook's place moves on, or it
 * waits, or it is disabled. Whether to go on sending under the lease; when it was lost nothing is written, and whoever has
 * it sends the message again.
 */
export async function settleAttempt(
  ctx: CommandContext,
  lease: Lease,
  delivery: WebhookDelivery,
  attempt: Attempt,
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const webhook = await lockLeased(tx, lease);
    if (webhook === null) return false;
    await writeAttempt(tx, delivery, attempt);
    const isDelivered = succeeded(attempt.outcome);
    const isOver = isDelivered || delivery.cause !== 'EVENT';
    if (isOver) {
      const state = isDelivered ? 'DELIVERED' : 'FAILED';
      await tx.db.webhookDelivery.update({ where: { id: delivery.id }, data: { state, settledAt: tx.now } });
    }
    if (delivery.cause === 'EVENT' && !isDelivered) {
      await afterFailure(tx, webhook, attempt.outcome);
      return false;
    }
    const passed = delivery.cause === 'EVENT' && delivery.seq !== null ? passedBy(tx, delivery.seq) : {};
    const leasedUntil = new Date(tx.now.getTime() + LEASE_MS);
    await tx.db.webhook.update({ where: { id: webhook.id }, data: { ...passed, leasedUntil } });
    return true;
  });
}

const passedBy = (tx: Tx, seq: bigint) => ({ seq, failedAttempts: 0, failingSince: null, nextAttemptAt: tx.now });

async function lockLeased(tx: Tx, { leaseId, webhookId }: Lease): Promise<Webhook | null> {
  await tx.db.$queryRaw`SELECT 1 FROM "Webhook" WHERE "id" = ${webhookId} FOR UPDATE`;
  return tx.db.webhook.findFirst({ where: { id: webhookId, leaseId } });
}

async function writeAttempt(tx: Tx, { id: deliveryId }: WebhookDelivery, attempt: Attempt): Promise<void> {
  const { startedAt, durationMs, outcome } = attempt;
  const { status, problem, answer } = outcome;
  const number = (await tx.db.webhookAttempt.count({ where: { deliveryId } })) + 1;
  const kept = answer === null || answer === '' ? null : redactedAnswer(answer);
  await tx.db.webhookAttempt.create({
    data: { deliveryId, number, startedAt, durationMs, status, problem, answer: kept },
  });
}

/** The event stays due: it is tried again later, or when the webhook is enabled again. */
async function afterFailure(tx: Tx, webhook: Webhook, { status, retryAfter }: PostOutcome): Promise<void> {
  const failedAttempts = webhook.failedAttempts + 1;
  const waitMs = retryWaitMs(failedAttempts, Math.random(), retryAfter, tx.now);
  const by = serverActor(webhook.organisationId);
  if (status === GONE) await markDisabled(tx, by, webhook, 'GONE');
  else if (waitMs === undefined) await markDisabled(tx, by, webhook, 'FAILING');
  await tx.db.webhook.update({
    where: { id: webhook.id },
    data: {
      failedAttempts,
      failingSince: webhook.failingSince ?? tx.now,
      nextAttemptAt: new Date(tx.now.getTime() + (waitMs ?? 0)),
      leaseId: null,
      leasedUntil: null,
    },
  });
}
