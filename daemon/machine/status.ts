import { statePaths } from './config.ts';
import { type LockHolder, readLockHolder } from './lock.ts';
import { type DaemonStatus, readStatus } from './status-file.ts';

/** A daemon as its own machine knows it, without asking a server. */
export interface LocalDaemon {
  /** The daemon that runs here now. */
  readonly holder: LockHolder | undefined;
  /** What it said last, or the one before it. */
  readonly status: DaemonStatus | undefined;
}

/** Reads what is known of the daemon of a state folder. */
export async function readLocalDaemon(stateDir: string): Promise<LocalDaemon> {
  const paths = statePaths(stateDir);
  return { holder: await readLockHolder(paths.lock), status: await readStatus(paths.status) };
}

/**
 * Why this machine, or one runtime on it, is not offered, in one sentence with what to do; undefined when nothing here
 * stands in the way. Whether the organisation enabled the runtime only the server knows.
 */
export function whyNotOffered({ holder, status }: LocalDaemon, runtime: string | undefined): string | undefined {
  if (holder === undefined) return 'No daemon runs on this machine: run kernel daemon, or kernel up.';
  if (status === undefined) return `The daemon (${holder.label}) has just begun: ask again in a moment.`;
  if (!status.isConnected) {
    const since = status.lastContactAt === null ? 'it never answered' : `it answered last at ${status.lastContactAt}`;
    return `The daemon does not reach ${status.serverUrl} (${since}): ${status.problem ?? 'it gave no reason'}`;
  }
  if (runtime === undefined) {
    if (status.runtimes.some(isServed)) return undefined;
    const problems = status.runtimes.map(({ problem }) => problem).filter((problem) => problem !== null);
    return `No runtime is ready on this machine. ${problems.join(' ')}`.trim();
  }
  const found = status.runtimes.find((entry) => entry.runtime === runtime);
  if (found === undefined) return `The daemon of this machine does not know the runtime ${runtime}.`;
  return isServed(found) ? undefined : (found.problem ?? `${runtime} is not ready on this machine.`);
}

const isServed = ({ isInstalled, isUsable, signIn }: DaemonStatus['runtimes'][number]): boolean =>
  isInstalled && isUsable && signIn !== 'SIGNED_OUT';
