import type { PrismaClient } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { logStart, type Place, placeOf } from './event-cursor.ts';

/** The place of the last event of the actor's log, or the log's beginning while nothing has happened. */
export async function latestPlace(db: Pick<PrismaClient, 'event'>, { organisationId }: Actor): Promise<Place> {
  const last = await db.event.findFirst({
    where: { organisationId },
    orderBy: { seq: 'desc' },
    select: { seq: true, id: true },
  });
  return last === null ? logStart : placeOf(last);
}
