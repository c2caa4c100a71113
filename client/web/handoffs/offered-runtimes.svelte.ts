import { listRuntimes } from '../../api/operations/page/fleet.ts';
import { useKernel } from '../state/kernel.svelte.ts';
import { live } from '../state/live.svelte.ts';
import { runtimeName } from '../sessions/runtime-name.ts';

/**
 * The runtimes that a handoff can be meant for: enabled, and served by a machine that is online and signed in. Where
 * there is none, `whyNone` says of each what is in the way.
 */
export function offeredRuntimes() {
  const { connection } = useKernel();
  const runtimes = live(() => ({
    load: () => listRuntimes(connection),
    touchedBy: ({ type }) => /^(MACHINE|RUNTIME)/.test(type),
  }));
  const list = $derived(
    runtimes.data?.filter(({ isOffered }) => isOffered).map(({ name }) => ({ value: name, label: runtimeName(name) })),
  );
  const whyNone = $derived(
    runtimes.data === undefined || runtimes.data.length === 0
      ? 'No machine has reported a runtime yet.'
      : runtimes.data.map(({ name, reason }) => `${runtimeName(name)}: ${reason ?? ''}`).join(' '),
  );
  return {
    /** Undefined until they are read. */
    get list() {
      return list;
    },
    get whyNone() {
      return whyNone;
    },
  };
}
