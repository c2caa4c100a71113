import type { WorkItemFieldsFragment, WorkItemsOrder, WorkItemState } from '../../../api/graphql/graphql.ts';
import { router } from '../../state/router.svelte.ts';

export const states = ['OPEN', 'IN_PROGRESS', 'BLOCKED', 'REVIEW', 'COMPLETED', 'CANCELLED'] as const;
const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'];

type Item = Pick<WorkItemFieldsFragment, 'createdAt' | 'updatedAt' | 'priority'>;

interface Order {
  readonly value: WorkItemsOrder;
  readonly label: string;
  /** What an item is ordered by, as text of which the greatest stands first. */
  readonly rankOf: (item: Item) => string;
}

const newest: Order = { value: 'NEWEST', label: 'Newest first', rankOf: ({ createdAt }) => createdAt };
export const orders: readonly Order[] = [
  newest,
  { value: 'UPDATED', label: 'Changed last', rankOf: ({ updatedAt }) => updatedAt },
  {
    value: 'PRIORITY',
    label: 'Most pressing',
    rankOf: ({ priority, createdAt }) => `${PRIORITIES.indexOf(priority)} ${createdAt}`,
  },
];

/** Which work the address asks for, and in what order. Reads the address, so it is tracked where it is called. */
export function wantedWork() {
  const asked = (name: string) => router.query.get(name) ?? '';
  const state: WorkItemState | undefined = states.find((name) => name === asked('state'));
  return {
    search: asked('q'),
    state,
    project: asked('project'),
    order: orders.find(({ value }) => value === asked('sort').toUpperCase()) ?? newest,
  };
}
