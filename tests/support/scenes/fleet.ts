import type { App } from '#server/app.ts';
import type { Actor } from '#server/auth/actor.ts';
import { newKey } from '../cast.ts';

/** A daemon as the server sees one: an instance that signed on with its machine's credential. */
export interface SignedOnDaemon {
  readonly instanceId: string;
  /** Reports this runtime, and no other, as installed, signed in and usable. */
  serve(runtime: string): Promise<void>;
}

/** Signs a daemon on for the machine whose credential `machine` is. */
export async function signOnDaemon(app: App, machine: Actor, replaces?: string): Promise<SignedOnDaemon> {
  const instanceId = newKey();
  const about = { label: `process of ${machine.name}`, daemonVersion: '0.0.0', platform: 'linux x64' };
  await app.services.fleet.signOnMachine(machine, { instanceId, replaces, ...about });
  return {
    instanceId,
    serve: async (runtime) => {
      const usable = { isInstalled: true, signIn: 'SIGNED_IN', isUsable: true } as const;
      await app.services.fleet.reportRuntimes(machine, { instanceId, runtimes: [{ runtime, ...usable }] });
    },
  };
}
