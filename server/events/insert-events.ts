import type { Prisma } from '#prisma/generated/client/client.ts';
import type { Ids } from '#server/ids.ts';
import type { EventDraft } from './event-types.ts';
import { WAKE_CHANNEL } from './wake-channel.ts';

/**
 * Writes the facts of one transaction into the log, as its last act. The counter's row lock is held from here to the
 * commit, so within an organisation the order of `seq` is the order of commits, without gaps. The commit also wakes the
 * readers of every server. A transaction writes to one organisation only.
 */
export async function insertEvents(
  db: Prisma.TransactionClient,
  ids: Ids,
  now: Date,
  events: readonly EventDraft[],
): Promise<void> {
  const organisationId = events[0]?.organisationId;
  if (organisationId === undefined) return;
  const machines = await machinesOf(db, events);
  const first = (await takePlaces(db, organisationId, events.length)) - BigInt(events.length) + 1n;
  await db.event.createMany({
    data: events.map((event, i) => ({
      ...event,
      actor: { ...event.actor },
      data: { ...event.data },
      machineId: event.machineId ?? machines.get(event.agentSessionId ?? '') ?? null,
      seq: first + BigInt(i),
      id: ids.next('evt'),
      occurredAt: now,
    })),
  });
}

/** The machines that the sessions of these facts run on, by session; asked for before the counter is locked. */
async function machinesOf(db: Prisma.TransactionClient, events: readonly EventDraft[]): Promise<Map<string, string>> {
  const ids = new Set(events.map(({ agentSessionId }) => agentSessionId).filter((id) => id !== undefined));
  if (ids.size === 0) return new Map();
  const sessions = await db.agentSession.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, machineId: true },
  });
  return new Map(sessions.flatMap(({ id, machineId }) => (machineId === null ? [] : [[id, machineId]])));
}

/** Moves the counter and announces it in one statement, since every further one would lengthen the time under lock. */
async function takePlaces(db: Prisma.TransactionClient, organisationId: string, count: number): Promise<bigint> {
  const rows = await db.$queryRaw<{ last: bigint }[]>`
    UPDATE "Organisation" SET "lastEventSeq" = "lastEventSeq" + ${count} WHERE "id" = ${organisationId}
    RETURNING "lastEventSeq" AS "last", pg_notify(${WAKE_CHANNEL}, "id")::text AS "told"`;
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no organisation ${organisationId} to record an event of.`);
  return row.last;
}
