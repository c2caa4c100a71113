import type { RecordOffer } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord, requireScope } from '#server/auth/authorize.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '#server/errors.ts';
import { isRowId, shortRef } from '#server/work/row-id.ts';

/** Refuses everybody but people: what a session left becomes a record by somebody who answers for it. */
export function requireSettler(actor: Actor): void {
  if (actor.kind !== 'member') throw new ForbiddenError('Only a person decides what becomes of an offered record.');
  requireScope(actor, 'work.write');
}

/** An offer that nobody settled, its row locked. Throws NotFoundError, and ConflictError once it was settled. */
export async function lockOffer(tx: Tx, actor: Actor, offerId: string): Promise<RecordOffer> {
  const where = { id: offerId, ...reachRecord(actor) };
  const found = isRowId('off', offerId) ? await tx.db.recordOffer.count({ where }) : 0;
  if (found === 0) throw new NotFoundError('offered record', shortRef(offerId));
  await tx.db.$queryRaw`SELECT 1 FROM "RecordOffer" WHERE "id" = ${offerId} FOR UPDATE`;
  const offer = await tx.db.recordOffer.findUniqueOrThrow({ where: { id: offerId } });
  if (offer.state === 'OFFERED') return offer;
  throw new ConflictError(`Offered record ${offerId} was ${offer.state.toLowerCase()} already.`);
}
