import type { Tx } from '#server/db/transaction.ts';

/**
 * Gives up the delivery of the event that is due, and takes the webhook from whoever sends to it now: the next to send
 * looks anew what comes after the webhook's place. The webhook's row is locked by the caller.
 */
export async function giveUpPending(tx: Tx, webhookId: string): Promise<void> {
  await tx.db.webhookDelivery.updateMany({
    where: { webhookId, cause: 'EVENT', state: 'PENDING' },
    data: { state: 'FAILED', settledAt: tx.now },
  });
  await tx.db.webhook.update({ where: { id: webhookId }, data: { leaseId: null, leasedUntil: null } });
}
