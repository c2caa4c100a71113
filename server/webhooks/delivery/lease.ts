import { randomUUID } from 'node:crypto';
import type { PrismaClient } from '#prisma/generated/client/client.ts';

/**
 * How long a webhook belongs to the server that took it, in milliseconds, counted anew with each message: far longer than
 * an attempt takes, so that it runs out only when that server is gone.
 */
export const LEASE_MS = 60_000;

/** One server's right to send to one webhook. */
export interface Lease {
  readonly leaseId: string;
  readonly webhookId: string;
}

/**
 * Takes a webhook that something is due for: the next of its log, or a message that a person asked for. Undefined when
 * there is none that no other server has. `SKIP LOCKED` lets servers that look at once take different ones.
 */
export async function takeDueWebhook(prisma: PrismaClient, now: Date): Promise<Lease | undefined> {
  const leaseId = randomUUID();
  const until = new Date(now.getTime() + LEASE_MS);
  const [taken] = await prisma.$queryRaw<{ id: string }[]>`
    UPDATE "Webhook" SET "leaseId" = ${leaseId}, "leasedUntil" = ${until}
    WHERE "id" = (
      SELECT w."id" FROM "Webhook" w JOIN "Organisation" o ON o."id" = w."organisationId"
      WHERE (w."leasedUntil" IS NULL OR w."leasedUntil" <= ${now})
        AND ((w."state" = 'ENABLED' AND w."nextAttemptAt" <= ${now} AND w."seq" < o."lastEventSeq")
          OR EXISTS (SELECT 1 FROM "WebhookDelivery" d
            WHERE d."webhookId" = w."id" AND d."state" = 'PENDING' AND d."cause" <> 'EVENT'))
      ORDER BY w."nextAttemptAt", w."id" LIMIT 1 FOR UPDATE OF w SKIP LOCKED)
    RETURNING "id"`;
  return taken === undefined ? undefined : { leaseId, webhookId: taken.id };
}

/** Gives a webhook back, unless its lease was lost meanwhile. */
export async function releaseWebhook(prisma: PrismaClient, { leaseId, webhookId }: Lease): Promise<void> {
  await prisma.webhook.updateMany({
    where: { id: webhookId, leaseId },
    data: { leaseId: null, leasedUntil: null },
  });
}
