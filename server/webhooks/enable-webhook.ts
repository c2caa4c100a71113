import type { Webhook } from '#prisma/generated/client/client.ts';
import { type Actor, recordedActor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { giveUpPending } from './delivery/give-up-pending.ts';
import { lockWebhook } from './lock-webhook.ts';
import { requireWebhookRights } from './reach-webhook.ts';

export interface EnableWebhookInput {
  webhookId: string;
  /** Whether to go on with what happens from now on, instead of where it stopped. */
  skipMissed?: boolean | null | undefined;
}

/**
 * Tells a webhook of events again, from where it stopped, with all attempts ahead of it. `lost` counts the events that the
 * log no longer keeps, and so the webhook is never told of. Enabling an enabled one that is not asked to skip changes
 * nothing. Owners only. Throws ForbiddenError and NotFoundError.
 */
export async function enableWebhook(
  ctx: CommandContext,
  actor: Actor,
  { webhookId, skipMissed }: EnableWebhookInput,
): Promise<{ webhookId: string; lost: number }> {
  requireWebhookRights(actor);
  return inTransaction(ctx, async (tx) => {
    const webhook = await lockWebhook(tx, actor, webhookId);
    if (webhook.state === 'ENABLED' && skipMissed !== true) return { webhookId, lost: 0 };
    const { organisationId } = webhook;
    const { seq, lost } = skipMissed === true ? await endOfLog(tx, webhook) : await whereItStopped(tx, webhook);
    if (seq !== webhook.seq) await giveUpPending(tx, webhookId);
    await tx.db.webhook.update({
      where: { id: webhookId },
      data: {
        ...{ seq, state: 'ENABLED', disabledReason: null, disabledAt: null },
        ...{ failedAttempts: 0, failingSince: null, nextAttemptAt: tx.now },
      },
    });
    const by = recordedActor(actor);
    tx.record({ type: 'webhook.enabled', organisationId, actor: by, data: { webhookId, lost } });
    return { webhookId, lost };
  });
}

interface Place {
  readonly seq: bigint;
  readonly lost: number;
}

async function endOfLog(tx: Tx, { organisationId: id }: Webhook): Promise<Place> {
  const { lastEventSeq: seq } = await tx.db.organisation.findUniqueOrThrow({
    where: { id },
    select: { lastEventSeq: true },
  });
  return { seq, lost: 0 };
}

/** The log has no gap, so the first event that is left tells how many are gone. */
async function whereItStopped(tx: Tx, { organisationId, seq }: Webhook): Promise<Place> {
  const first = await tx.db.event.findFirst({
    where: { organisationId },
    orderBy: { seq: 'asc' },
    select: { seq: true },
  });
  if (first === null || first.seq <= seq + 1n) return { seq, lost: 0 };
  return { seq: first.seq - 1n, lost: Number(first.seq - 1n - seq) };
}
