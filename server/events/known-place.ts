import type { PrismaClient } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { CursorExpiredError } from '#server/errors.ts';
import { logStart, type Place, placeOf, readCursor } from './event-cursor.ts';

/**
 * Refuses with CursorExpiredError when events after a place are gone. Asked after they were read: what was there then and
 * is missed now cannot be told apart, so the reader begins anew rather than pass over something unseen.
 */
export async function refuseSwept(
  db: Pick<PrismaClient, 'event'>,
  { organisationId }: Actor,
  after: bigint,
): Promise<void> {
  const first = await db.event.findFirst({ where: { organisationId }, orderBy: { seq: 'asc' }, select: { seq: true } });
  if (first !== null && first.seq > after + 1n) throw new CursorExpiredError();
}

/**
 * The `seq` of the place that a cursor names in the actor's log. Throws CursorExpiredError for every cursor that names
 * none: malformed, made up, of another organisation, of events no longer kept, or from before a restore that lost them.
 * A reader who goes on from there could miss something without ever knowing.
 */
export async function knownPlace(db: Pick<PrismaClient, 'event'>, actor: Actor, cursor: string): Promise<bigint> {
  const place = readCursor(cursor);
  const known =
    place !== undefined && (place.seq === 0n ? await isStart(db, actor, place) : await lies(db, actor, place));
  if (!known) throw new CursorExpiredError();
  return place.seq;
}

async function lies(
  db: Pick<PrismaClient, 'event'>,
  { organisationId }: Actor,
  { seq, mark }: Place,
): Promise<boolean> {
  const event = await db.event.findUnique({
    where: { organisationId_seq: { organisationId, seq } },
    select: { seq: true, id: true },
  });
  return event !== null && placeOf(event).mark === mark;
}

/** The beginning is a place as long as the first event is still kept, or has not happened yet. */
async function isStart(db: Pick<PrismaClient, 'event'>, { organisationId }: Actor, { mark }: Place): Promise<boolean> {
  if (mark !== logStart.mark) return false;
  const first = await db.event.findFirst({ where: { organisationId }, orderBy: { seq: 'asc' }, select: { seq: true } });
  return first === null || first.seq === 1n;
}
