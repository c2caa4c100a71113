import type { PrismaClient } from '#prisma/generated/client/client.ts';

/** How long the log of deliveries goes back, in days. */
export const DELIVERY_LOG_DAYS = 30;
/** Most deliveries removed in one transaction. */
const BATCH_SIZE = 500;
/** Names the advisory lock under which one server at a time removes deliveries. */
const SWEEP_LOCK = 'kernel:sweep-deliveries';
const DAY_MS = 86_400_000;

/**
 * Removes one batch of deliveries, with their attempts, that are done with and older than the log of deliveries goes back;
 * gives how many, and zero when none is left or another server is at it.
 */
export async function sweepDeliveries(prisma: PrismaClient, now: Date): Promise<number> {
  const keptSince = new Date(now.getTime() - DELIVERY_LOG_DAYS * DAY_MS);
  return prisma.$transaction(async (db) => {
    const [lock] = await db.$queryRaw<{ locked: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${SWEEP_LOCK}, 0)) AS locked`;
    if (lock?.locked !== true) return 0;
    const old = await db.webhookDelivery.findMany({
      where: { createdAt: { lt: keptSince }, state: { not: 'PENDING' } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: BATCH_SIZE,
      select: { id: true },
    });
    return (await db.webhookDelivery.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } })).count;
  });
}
