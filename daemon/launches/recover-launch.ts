import { pause } from '#client/api/streams/pause.ts';
import { preventLaunch, readEvidence } from '../sessions/child-process.ts';
import { findProcess } from './find-process.ts';
import { type ClaimedEntry, isClaimed, type LaunchEntry } from './launch-entry.ts';
import type { LaunchLedger } from './ledger.ts';

/** How long a process that is about to leave its number is waited for, in milliseconds, and how often that is looked at. */
const LONGEST_WAIT_MS = 2_000;
const LOOK_INTERVAL_MS = 20;

/**
 * Finds out, by what lies on disk, how a launch stands that the daemon before this one left open. Returns the entry of one
 * whose process was made, to be followed: it runs, or it ended meanwhile and left its output and its exit code. Undefined
 * where none was made: the command is given again, and the launch begins anew under the same claim token.
 */
export async function recoverLaunch(ledger: LaunchLedger, entry: LaunchEntry): Promise<ClaimedEntry | undefined> {
  if (!isClaimed(entry) || entry.phase === 'CLAIMING' || entry.phase === 'CLAIMED') return undefined;
  if (entry.phase === 'RUNNING') return entry;
  const folder = await ledger.attemptFolder(entry);
  if (await preventLaunch(folder)) {
    await ledger.write({ ...entry, phase: 'CLAIMED', attempt: entry.attempt + 1 });
    return undefined;
  }
  const pid = await numberLeft(folder);
  const process = pid === undefined ? undefined : await findProcess(folder, pid);
  const running = {
    ...entry,
    ...(process === undefined ? {} : { process }),
    phase: 'RUNNING',
    session: entry.session,
  } as const;
  await ledger.write(running);
  return running;
}

/** The number of a process that had the right to be made: it leaves it next, unless it was killed in between. */
async function numberLeft(folder: string): Promise<number | undefined> {
  const until = performance.now() + LONGEST_WAIT_MS;
  const signal = new AbortController().signal;
  for (;;) {
    const { pid } = await readEvidence(folder);
    if (pid !== undefined || performance.now() > until) return pid;
    await pause(LOOK_INTERVAL_MS, signal);
  }
}
