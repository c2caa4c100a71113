import type { Prisma } from '#prisma/generated/client/client.ts';
import type { Ids } from '#server/ids.ts';
import type { EventDraft } from './event-types.ts';

/**
 * Writes the facts of one transaction into the log, as its last act. The counter's row lock is held from here to the
 * commit, so within an organisation the order of `seq` is the order of commits, without gaps. A transaction writes to one
 * organisation only.
 */
export async function insertEvents(db: Prisma.TransactionClient, ids: Ids, now: Date, events: readonly EventDraft[]): Promise<void> {
  const organisationId = events[0]?.organisationId;
  if (organisationId === undefined) return;
  const { lastEventSeq } = await db.organisation.update({
    where: { id: organisationId },
    data: { lastEventSeq: { increment: events.length } },
    select: { lastEventSeq: true },
  });
  const first = lastEventSeq - BigInt(events.length) + 1n;
  await db.event.createMany({
    data: events.map((event, i) => ({
      ...event,
      actor: { ...event.actor },
      data: { ...event.data },
      seq: first + BigInt(i),
      id: ids.next('evt'),
      occurredAt: now,
    })),
  });
}
