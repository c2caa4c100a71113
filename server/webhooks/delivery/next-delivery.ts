import type { Event, PrismaClient, Webhook, WebhookDelivery } from '#prisma/generated/client/client.ts';
import type { CommandContext } from '#server/command-context.ts';
import { eventTypes } from '#server/events/event-types.ts';
import type { Lease } from './lease.ts';
import { messageBody } from './message-body.ts';

/**
 * What is to be sent next under a lease: what a person asked for, then the event that is due, begun before or new.
 * Undefined when there is nothing, or the lease was lost. A new delivery is on disk before it is sent, so that after a
 * crash the next server goes on with it.
 */
export async function nextDelivery(
  ctx: Pick<CommandContext, 'prisma' | 'clock' | 'ids'>,
  { leaseId, webhookId }: Lease,
): Promise<WebhookDelivery | undefined> {
  const { prisma } = ctx;
  const webhook = await prisma.webhook.findFirst({ where: { id: webhookId, leaseId } });
  if (webhook === null) return undefined;
  const pending = await prisma.webhookDelivery.findMany({
    where: { webhookId, state: 'PENDING' },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: 2,
  });
  const asked = pending.find(({ cause }) => cause !== 'EVENT');
  if (asked !== undefined) return asked;
  if (webhook.state !== 'ENABLED' || webhook.nextAttemptAt > ctx.clock.now()) return undefined;
  return pending[0] ?? (await beginNext(ctx, webhook));
}

/** Makes the delivery of the next event that the webhook wants, or notes that there is none as far as the log goes. */
async function beginNext(
  { prisma, clock, ids }: Pick<CommandContext, 'prisma' | 'clock' | 'ids'>,
  webhook: Webhook,
): Promise<WebhookDelivery | undefined> {
  const { id: webhookId, organisationId, leaseId } = webhook;
  // The end is read first: everything up to it is committed, so what is not found up to there does not exist.
  const { lastEventSeq: end } = await prisma.organisation.findUniqueOrThrow({ where: { id: organisationId } });
  const event = await nextWanted(prisma, webhook, end);
  if (event === undefined) {
    await prisma.webhook.updateMany({ where: { id: webhookId, leaseId, seq: webhook.seq }, data: { seq: end } });
    return undefined;
  }
  const { id: messageId, type, seq } = event;
  const data = { organisationId, webhookId, cause: 'EVENT', messageId, type, seq } as const;
  return prisma.webhookDelivery.create({
    data: { ...data, id: ids.next('whd'), body: messageBody(event), createdAt: clock.now() },
  });
}

async function nextWanted(prisma: PrismaClient, webhook: Webhook, end: bigint): Promise<Event | undefined> {
  const { organisationId, seq, workItemId, projectId } = webhook;
  const types = webhook.types.length === 0 ? [...eventTypes] : webhook.types;
  const [found] = await prisma.$queryRaw<{ seq: bigint }[]>`
    SELECT e."seq" FROM "Event" e
    WHERE e."organisationId" = ${organisationId} AND e."seq" > ${seq} AND e."seq" <= ${end} AND e."type" = ANY(${types})
      AND (${workItemId}::text IS NULL OR e."workItemId" = ${workItemId})
      AND (${projectId}::text IS NULL OR EXISTS (
        SELECT 1 FROM "WorkItem" w WHERE w."id" = e."workItemId" AND w."projectId" = ${projectId}))
    ORDER BY e."seq" LIMIT 1`;
  if (found === undefined) return undefined;
  const where = { organisationId_seq: { organisationId, seq: found.seq } };
  return (await prisma.event.findUnique({ where })) ?? undefined;
}
