import { fetchNeedsYou } from '../../../api/operations/inbox.ts';
import { useKernel } from '../../state/kernel.svelte.ts';
import { live } from '../../state/live.svelte.ts';
import { mayNeedSomebody } from '../../inbox/may-need-somebody.ts';

/** How many things wait for a person, for the side bar and the title of the tab. */
export function needsCount(): { readonly count: number } {
  const { connection } = useKernel();
  const needs = live(() => ({ load: () => fetchNeedsYou(connection, 1), touchedBy: mayNeedSomebody }));
  const count = $derived(Object.values(needs.data ?? {}).reduce((sum, group) => sum + group.totalCount, 0));
  return {
    get count() {
      return count;
    },
  };
}
