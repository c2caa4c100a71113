import { fetchNeedsYou } from '../../api/operations/inbox.ts';
import { useKernel } from '../state/kernel.svelte.ts';
import { type Live, live } from '../state/live.svelte.ts';
import { mayNeedSomebody } from './may-need-somebody.ts';

/** How often it is looked without an event, in milliseconds: a machine or a session that goes quiet says nothing. */
const LOOK_MS = 60_000;

/** What waits for a person, `first` entries of each group, kept true by what happens and by what does not. */
export function liveNeeds(first: number): Live<Awaited<ReturnType<typeof fetchNeedsYou>>> {
  const { connection } = useKernel();
  const needs = live(() => ({ load: () => fetchNeedsYou(connection, first), touchedBy: mayNeedSomebody }));
  $effect(() => {
    const timer = setInterval(() => void needs.refresh(), LOOK_MS);
    return () => clearInterval(timer);
  });
  return needs;
}
