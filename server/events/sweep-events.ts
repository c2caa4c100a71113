import type { PrismaClient } from '#prisma/generated/client/client.ts';

/** Most events removed in one transaction: few enough that nobody waits for it. */
const BATCH_SIZE = 1_000;
/** Names the advisory lock under which one server at a time removes events. */
const SWEEP_LOCK = 'kernel:sweep-events';
const DAY_MS = 86_400_000;

export interface SweepEventsArguments {
  readonly organisationId: string;
  readonly retentionDays: number;
  readonly now: Date;
  /** Up to here events may go at most: somebody still has to read what lies after it. */
  readonly through: bigint;
}

/**
 * Removes one batch of events that are older than they are kept; gives how many, and zero when none is left or another
 * server is at it. Only the beginning of the log goes, so that a place which is still there has everything after it; the
 * last event always stays, for it is the place that `latestEventCursor` names.
 */
export async function sweepEvents(prisma: PrismaClient, args: SweepEventsArguments): Promise<number> {
  const { organisationId, retentionDays, now, through } = args;
  const keptSince = new Date(now.getTime() - retentionDays * DAY_MS);
  return prisma.$transaction(async (db) => {
    const [lock] = await db.$queryRaw<{ locked: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${SWEEP_LOCK}, 0)) AS locked`;
    if (lock?.locked !== true) return 0;
    const { lastEventSeq } = await db.organisation.findUniqueOrThrow({
      where: { id: organisationId },
      select: { lastEventSeq: true },
    });
    const oldest = await db.event.findMany({
      where: { organisationId, seq: { lt: lastEventSeq, lte: through } },
      orderBy: { seq: 'asc' },
      take: BATCH_SIZE,
      select: { seq: true, occurredAt: true },
    });
    const firstKept = oldest.findIndex(({ occurredAt }) => occurredAt >= keptSince);
    const last = (firstKept === -1 ? oldest : oldest.slice(0, firstKept)).at(-1);
    if (last === undefined) return 0;
    return (await db.event.deleteMany({ where: { organisationId, seq: { lte: last.seq } } })).count;
  });
}
