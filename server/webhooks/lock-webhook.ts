import type { Webhook } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Tx } from '#server/db/transaction.ts';
import { NotFoundError } from '#server/errors.ts';
import { isRowId, shortRef } from '#server/work/row-id.ts';

/**
 * The webhook, its row locked until the transaction ends, so that commands and senders take turns. Throws NotFoundError
 * when the organisation has none of this id.
 */
export async function lockWebhook(tx: Tx, { organisationId }: Actor, id: string): Promise<Webhook> {
  const found = isRowId('whk', id)
    ? await tx.db.$queryRaw<unknown[]>`
        SELECT 1 FROM "Webhook" WHERE "id" = ${id} AND "organisationId" = ${organisationId} FOR UPDATE`
    : [];
  if (found.length === 0) throw new NotFoundError('webhook', shortRef(id));
  return tx.db.webhook.findUniqueOrThrow({ where: { id } });
}
