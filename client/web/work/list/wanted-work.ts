import type { WorkItemsOrder, WorkItemState } from '../../../api/graphql/graphql.ts';
import { router } from '../../state/router.svelte.ts';

export const states = ['OPEN', 'IN_PROGRESS', 'BLOCKED', 'REVIEW', 'COMPLETED', 'CANCELLED'] as const;

interface Order {
  readonly value: WorkItemsOrder;
  readonly label: string;
}

export const orders: readonly Order[] = [
  { value: 'NEWEST', label: 'Newest first' },
  { value: 'UPDATED', label: 'Changed last' },
  { value: 'PRIORITY', label: 'Most pressing' },
];

/** Which work the address asks for, and in what order. Reads the address, so it is tracked where it is called. */
export function wantedWork() {
  const asked = (name: string) => router.query.get(name) ?? '';
  const state: WorkItemState | undefined = states.find((name) => name === asked('state'));
  return {
    search: asked('q'),
    state,
    project: asked('project'),
    order: orders.find(({ value }) => value === asked('sort').toUpperCase())?.value ?? 'NEWEST',
  };
}
