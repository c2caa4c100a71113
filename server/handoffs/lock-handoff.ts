import type { Handoff } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord } from '#server/auth/authorize.ts';
import type { Tx } from '#server/db/transaction.ts';
import { NotFoundError } from '#server/errors.ts';
import { isRowId, shortRef } from '#server/work/row-id.ts';

/**
 * The handoff, its row locked until the transaction ends, so that commands on one handoff take turns. Throws
 * NotFoundError when there is none within the actor's reach; out of reach nothing is locked.
 */
export async function lockHandoff(tx: Tx, actor: Actor, id: string): Promise<Handoff> {
  const { organisationId, workItemId = null } = reachRecord(actor);
  const found = isRowId('hof', id)
    ? await tx.db.$queryRaw<unknown[]>`
        SELECT 1 FROM "Handoff" WHERE "id" = ${id} AND "organisationId" = ${organisationId}
          AND (${workItemId}::text IS NULL OR "workItemId" = ${workItemId}) FOR UPDATE`
    : [];
  if (found.length === 0) throw new NotFoundError('handoff', shortRef(id));
  return tx.db.handoff.findUniqueOrThrow({ where: { id } });
}
