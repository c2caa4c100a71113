import type { SyncMode } from '../../api/graphql/graphql.ts';
import type { Fleet } from '../../api/operations/page/fleet.ts';

/**
 * The fleet once the organisation may use a runtime, or no more: offered as soon as it is enabled where a machine serves
 * it. The reason why it is not offered is the server's to give.
 */
export const withRuntimeEnabled = (fleet: Fleet, name: string, isEnabled: boolean): Fleet => ({
  ...fleet,
  runtimes: fleet.runtimes.map((runtime) => {
    if (runtime.name !== name) return runtime;
    const isServed = runtime.machines.some(
      ({ isOnline, isUsable, signIn }) => isOnline && isUsable && signIn !== 'SIGNED_OUT',
    );
    return { ...runtime, isEnabled, isOffered: isEnabled && isServed, reason: null };
  }),
});

/** The fleet once a machine lets out what `syncMode` says. */
export const withSyncMode = (fleet: Fleet, machineId: string, syncMode: SyncMode): Fleet => ({
  ...fleet,
  machines: fleet.machines.map((machine) => (machine.id === machineId ? { ...machine, syncMode } : machine)),
});
