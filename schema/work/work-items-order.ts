import type { Prisma } from '#prisma/generated/client/client.ts';
import { builder } from '../builder.ts';

/** What each order means to the database; ties are broken so that pages never repeat or skip a row. */
export const workItemsOrders = {
  NEWEST: [{ createdAt: 'desc' }, { id: 'desc' }],
  UPDATED: [{ updatedAt: 'desc' }, { id: 'desc' }],
  PRIORITY: [{ priority: 'desc' }, { createdAt: 'desc' }, { id: 'desc' }],
} satisfies Record<string, Prisma.WorkItemOrderByWithRelationInput[]>;

export const WorkItemsOrder = builder.enumType('WorkItemsOrder', {
  description: 'What a list of work items begins with.',
  values: {
    NEWEST: { description: 'What was created last.' },
    UPDATED: { description: 'What changed its text or state last.' },
    PRIORITY: { description: 'What presses most, and of that what was created last.' },
  },
});
