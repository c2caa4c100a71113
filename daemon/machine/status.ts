import { statfs } from 'node:fs/promises';
import { statePaths } from './config.ts';
import { type LockHolder, readLockHolder } from './lock.ts';
import { type DaemonStatus, ENDED_AS_ASKED, readStatus } from './status-file.ts';

/** A daemon as its own machine knows it, without asking a server. */
export interface LocalDaemon {
  readonly stateDir: string;
  /** The daemon that runs here now. */
  readonly holder: LockHolder | undefined;
  /** What it said last, or the one before it. */
  readonly status: DaemonStatus | undefined;
  /** Whether nothing can be written where it keeps its state. */
  readonly isDiskFull: boolean;
}

/** Reads what is known of the daemon of a state folder. */
export async function readLocalDaemon(stateDir: string): Promise<LocalDaemon> {
  const paths = statePaths(stateDir);
  const isDiskFull = await statfs(stateDir).then(
    ({ bavail }) => bavail === 0,
    () => false,
  );
  return { stateDir, holder: await readLockHolder(paths.lock), status: await readStatus(paths.status), isDiskFull };
}

/**
 * Why this machine, or one runtime on it, is not offered, in one sentence with what to do; undefined when nothing here
 * stands in the way. Whether the organisation enabled the runtime only the server knows.
 */
export function whyNotOffered(local: LocalDaemon, runtime: string | undefined): string | undefined {
  const { holder, status, stateDir, isDiskFull } = local;
  if (isDiskFull) return `The disk of ${stateDir} is full, so the daemon can start nothing: free some space.`;
  if (holder === undefined)
    return `No daemon runs on this machine: run kernel daemon, or kernel up.${lastWord(status)}`;
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

/** How the daemon before came to its end, where that is more than somebody's wish. */
function lastWord(status: DaemonStatus | undefined): string {
  if (status === undefined || status.ended === ENDED_AS_ASKED) return '';
  if (status.ended === null) return ' The last one was killed; the next one takes up what it left.';
  return ` The last one ended: ${status.ended}`;
}

const isServed = ({ isInstalled, isUsable, signIn }: DaemonStatus['runtimes'][number]): boolean =>
  isInstalled && isUsable && signIn !== 'SIGNED_OUT';
