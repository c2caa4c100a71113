import type { DaemonLog } from '../log.ts';
import type { RuntimeFound } from '../machine/status-file.ts';
import { messageOf } from './presence.ts';
import type { KnownPrograms } from '../runtimes/program/known-programs.ts';
import type { RuntimeAdapter } from '../runtimes/runtime-adapter.ts';

/** What each runtime is like on this machine; one that cannot be looked at is not usable, and the others are. */
export const detectRuntimes = (
  adapters: ReadonlyMap<string, RuntimeAdapter>,
  programs: KnownPrograms,
  env: NodeJS.ProcessEnv,
  log: DaemonLog,
): Promise<RuntimeFound[]> =>
  Promise.all(
    [...adapters.values()].map(async (adapter) => {
      const { name: runtime, label } = adapter;
      try {
        return { runtime, ...(await programs.detect(adapter, { env })) };
      } catch (error) {
        log.warn({ err: error, runtime }, 'a runtime could not be looked at');
        const problem = `${label} could not be looked at: ${messageOf(error)}`.slice(0, 1_000);
        const unknown = { isInstalled: false, path: null, version: null, signIn: 'UNKNOWN' } as const;
        return { runtime, ...unknown, isUsable: false, problem };
      }
    }),
  );
