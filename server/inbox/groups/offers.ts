import type { Prisma } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord } from '#server/auth/authorize.ts';
import { clearedBy } from '../cleared-by.ts';
import { openWork, pageOf } from '../need.ts';
import type { Group } from './group.ts';

const where = (actor: Actor): Prisma.RecordOfferWhereInput => ({
  ...reachRecord(actor),
  state: 'OFFERED',
  ...openWork,
});

/** Lines that sessions left for the record and nobody settled, the oldest first. */
export const offers: Group = {
  scopes: ['work.read'],
  list: async ({ prisma }, actor, window) => {
    const orderBy: Prisma.RecordOfferOrderByWithRelationInput[] = [{ offeredAt: 'asc' }, { id: 'asc' }];
    const found = await prisma.recordOffer.findMany({ ...pageOf(window), where: where(actor), orderBy });
    return found.map(({ id, kind, workItemId, text: title, source, offeredAt: since }) => ({
      ...{ id, title, since, workItemId },
      kind: 'RECORD_OFFER',
      clearedBy: clearedBy.offer(kind, source),
    }));
  },
  count: ({ prisma }, actor) => prisma.recordOffer.count({ where: where(actor) }),
};
