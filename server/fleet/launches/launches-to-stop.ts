import type { PrismaClient } from '#prisma/generated/client/client.ts';

/**
 * Launches of a machine whose process should not be running: somebody stopped the session, it ended on the record, or
 * its work was cancelled. Asked with every heartbeat, so that what happened while the machine was away still counts.
 */
export async function launchesToStop(db: Pick<PrismaClient, 'launch'>, machineId: string): Promise<string[]> {
  const launches = await db.launch.findMany({
    where: {
      machineId,
      state: { in: ['CLAIMED', 'STARTED', 'UNCERTAIN'] },
      OR: [
        { stopRequestedAt: { not: null } },
        { agentSession: { endedAt: { not: null } } },
        { workItem: { state: 'CANCELLED' } },
      ],
    },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  return launches.map(({ id }) => id);
}
