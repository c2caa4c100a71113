import { listRuntimes } from '../../api/operations/fleet/runtimes.ts';
import { useKernel } from '../state/kernel.svelte.ts';
import { live } from '../state/live.svelte.ts';
import { runtimeName } from '../sessions/runtime-name.ts';

/**
 * The runtimes that a handoff can be meant for and a session be started on: enabled, and served by a machine that is
 * online and signed in. Where there is none, `whyNone` says of each what is in the way, one sentence an entry.
 */
export function offeredRuntimes() {
  const { connection } = useKernel();
  const runtimes = live(() => ({
    load: () => listRuntimes(connection),
    touchedBy: ({ type }) => /^(MACHINE|RUNTIME)/.test(type),
  }));
  const offered = $derived(runtimes.data?.filter(({ isOffered }) => isOffered));
  const list = $derived(offered?.map(({ name }) => ({ value: name, label: runtimeName(name) })));
  const whyNone = $derived(
    runtimes.data === undefined || runtimes.data.length === 0
      ? ['No machine has reported a runtime yet.']
      : runtimes.data.map(({ name, reason }) => `${runtimeName(name)}: ${reason ?? ''}`),
  );
  return {
    /** Undefined until they are read. */
    get list() {
      return list;
    },
    get whyNone() {
      return whyNone;
    },
    /** Why one is not offered and what would change that; undefined when it is, or while nothing is read. */
    whyNot(runtime: string): readonly string[] | undefined {
      if (runtimes.data === undefined || offered?.some(({ name }) => name === runtime) === true) return undefined;
      return [runtimes.data.find(({ name }) => name === runtime)?.reason ?? 'No machine has reported it yet.'];
    },
    /** The machines on which a session of it can start now. */
    machinesOf(runtime: string): readonly { readonly id: string; readonly name: string }[] {
      const machines = offered?.find(({ name }) => name === runtime)?.machines ?? [];
      return machines
        .filter(({ isOnline, isUsable, signIn }) => isOnline && isUsable && signIn !== 'SIGNED_OUT')
        .map(({ machine }) => machine);
    },
  };
}
