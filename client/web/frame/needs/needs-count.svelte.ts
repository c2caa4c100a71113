import { liveNeeds } from '../../inbox/live-needs.svelte.ts';

/** How many things wait for a person, for the side bar and the title of the tab. */
export function needsCount(): { readonly count: number } {
  const needs = liveNeeds(1);
  const count = $derived(Object.values(needs.data ?? {}).reduce((sum, group) => sum + group.totalCount, 0));
  return {
    get count() {
      return count;
    },
  };
}
