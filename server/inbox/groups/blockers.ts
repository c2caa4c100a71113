import type { Prisma } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord } from '#server/auth/authorize.ts';
import { clearedBy } from '../cleared-by.ts';
import { openWork, pageOf } from '../need.ts';
import type { Group } from './group.ts';

const where = (actor: Actor): Prisma.BlockerWhereInput => ({
  ...reachRecord(actor),
  status: 'OPEN',
  severity: { in: ['HIGH', 'CRITICAL'] },
  ...openWork,
});

/** Open blockers of high severity: critical before high, then the oldest first. */
export const blockers: Group = {
  scopes: ['work.read'],
  list: async ({ prisma }, actor, window) => {
    const orderBy: Prisma.BlockerOrderByWithRelationInput[] = [
      { severity: 'desc' },
      { raisedAt: 'asc' },
      { id: 'asc' },
    ];
    const found = await prisma.blocker.findMany({ ...pageOf(window), where: where(actor), orderBy });
    return found.map(({ id, workItemId, title, raisedAt: since }) => ({
      ...{ id, title, since, workItemId },
      kind: 'OPEN_BLOCKER',
      clearedBy: clearedBy.openBlocker(),
    }));
  },
  count: ({ prisma }, actor) => prisma.blocker.count({ where: where(actor) }),
};
