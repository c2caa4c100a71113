import type { Handoff, Prisma } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord } from '#server/auth/authorize.ts';
import { clearedBy } from '../cleared-by.ts';
import { type Need, openWork, pageOf } from '../need.ts';
import type { Group } from './group.ts';

type Kind = 'REJECTED_HANDOFF' | 'WAITING_HANDOFF';

/** Handoffs that were turned down, or whose package waits for a decision; what waits longest comes first. */
export function handoffs(kind: Kind): Group {
  const since = kind === 'REJECTED_HANDOFF' ? 'rejectedAt' : 'compiledAt';
  const where = (actor: Actor): Prisma.HandoffWhereInput => ({
    ...reachRecord(actor),
    state: kind === 'REJECTED_HANDOFF' ? 'REJECTED' : 'COMPILED',
    ...openWork,
  });
  return {
    scopes: ['work.read', 'handoff.read'],
    list: async ({ prisma }, actor, window) => {
      const orderBy: Prisma.HandoffOrderByWithRelationInput[] = [{ [since]: 'asc' }, { id: 'asc' }];
      const found = await prisma.handoff.findMany({ ...pageOf(window), where: where(actor), orderBy });
      return found.map((handoff) => needOf(kind, handoff, handoff[since] ?? handoff.requestedAt));
    },
    count: ({ prisma }, actor) => prisma.handoff.count({ where: where(actor) }),
  };
}

function needOf(kind: Kind, handoff: Handoff, since: Date): Need {
  const { id, workItemId, purpose: title } = handoff;
  const remedy = kind === 'REJECTED_HANDOFF' ? clearedBy.rejection(handoff.rejectReason) : clearedBy.waiting(handoff);
  return { id, kind, title, since, clearedBy: remedy, workItemId };
}
