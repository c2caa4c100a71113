import type { PrismaClient } from '#prisma/generated/client/client.ts';

/** How long a key is remembered, in days: longer than a machine is away and still sends what it had waiting. */
export const KEY_LIFE_DAYS = 30;
/** Most records removed in one transaction. */
const BATCH_SIZE = 1_000;
/** Names the advisory lock under which one server at a time removes records. */
const SWEEP_LOCK = 'kernel:sweep-idempotency';
const DAY_MS = 86_400_000;

/**
 * Forgets one batch of keys past their life; gives how many, and zero when none is left or another server is at it. A
 * request repeated after that is a new one.
 */
export async function sweepRecords(prisma: PrismaClient, now: Date): Promise<number> {
  const keptSince = new Date(now.getTime() - KEY_LIFE_DAYS * DAY_MS);
  return prisma.$transaction(async (db) => {
    const [lock] = await db.$queryRaw<{ locked: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${SWEEP_LOCK}, 0)) AS locked`;
    if (lock?.locked !== true) return 0;
    return db.$executeRaw`
      DELETE FROM "IdempotencyRecord" WHERE ("actorId", "key") IN (
        SELECT "actorId", "key" FROM "IdempotencyRecord" WHERE "createdAt" < ${keptSince}
        ORDER BY "createdAt" LIMIT ${BATCH_SIZE})`;
  });
}
