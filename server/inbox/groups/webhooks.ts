import type { Prisma } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { clearedBy } from '../cleared-by.ts';
import { pageOf } from '../need.ts';
import type { Group } from './group.ts';

/** Webhooks are the affair of owners: nobody else has any here. What a person switched off needs nobody. */
const where = ({ organisationId, role }: Actor): Prisma.WebhookWhereInput => ({
  organisationId,
  state: 'DISABLED',
  disabledReason: role === 'OWNER' ? { in: ['FAILING', 'GONE'] } : { in: [] },
});

/** Webhooks that were switched off because their receiver failed or is gone, the longest silent first. */
export const webhooks: Group = {
  scopes: ['work.read'],
  list: async ({ prisma }, actor, window) => {
    const orderBy: Prisma.WebhookOrderByWithRelationInput[] = [{ disabledAt: 'asc' }, { id: 'asc' }];
    const found = await prisma.webhook.findMany({ ...pageOf(window), where: where(actor), orderBy });
    return found.map(({ id, name: title, disabledReason, disabledAt, createdAt, workItemId }) => ({
      ...{ id, title, workItemId, since: disabledAt ?? createdAt },
      kind: 'DISABLED_WEBHOOK',
      clearedBy: clearedBy.webhook(disabledReason),
    }));
  },
  count: ({ prisma }, actor) => prisma.webhook.count({ where: where(actor) }),
};
