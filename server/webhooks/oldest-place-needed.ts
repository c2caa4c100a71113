import type { PrismaClient } from '#prisma/generated/client/client.ts';

/** The place up to which every enabled webhook of an organisation has been told; undefined where there is none. */
export async function oldestPlaceNeeded(prisma: PrismaClient, organisationId: string): Promise<bigint | undefined> {
  const { _min } = await prisma.webhook.aggregate({ where: { organisationId, state: 'ENABLED' }, _min: { seq: true } });
  return _min.seq ?? undefined;
}
