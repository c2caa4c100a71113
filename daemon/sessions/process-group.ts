import { readdir, readFile } from 'node:fs/promises';
import { pause } from '#client/api/streams/pause.ts';
import { identifyProcess, isRunning, type ProcessIdentity } from '../machine/process-identity.ts';

/** Names the variable that every process of a launch inherits, by which those are found that left its group. */
export const LAUNCH_VARIABLE = 'KERNEL_LAUNCH_ID';

/** How often it is looked whether a group is gone, and how long after a SIGKILL at most, in milliseconds. */
const LOOK_INTERVAL_MS = 25;
const AFTER_KILL_MS = 5_000;
/** How often processes that left the group are looked for: one may make another while it is being killed. */
const HUNTS = 20;

/** The group that a launch's process began. */
export interface Group {
  /** Its number, which is that of its first process. */
  readonly pid: number;
  readonly launchId: string;
  /** Its first process, where it is known which that is. */
  readonly leader: ProcessIdentity | undefined;
}

/** How a group is asked to end, and how long it may take, in milliseconds. */
export interface EndOptions {
  readonly signal: NodeJS.Signals;
  readonly graceMs: number;
}

/**
 * Ends everything a launch started: asks the group to end, kills what is left of it after the grace, and then, where the
 * system tells the environment of processes (Linux), kills those that had left the group. Never reaches this daemon, which
 * is in another group and bears no launch's variable; nor a group of others that has the number by now, as after a reboot.
 * Returns how many processes could not be ended.
 */
export async function endGroup(group: Group, { signal, graceMs }: EndOptions): Promise<number> {
  const { pid, launchId } = group;
  if (await isOurs(group)) await endProcessGroup(pid, signal, graceMs);
  let left = await bearers(launchId);
  for (let hunt = 0; left.length > 0 && hunt < HUNTS; hunt += 1) {
    for (const straggler of left) send(straggler, 'SIGKILL');
    await pause(LOOK_INTERVAL_MS, new AbortController().signal);
    left = await bearers(launchId);
  }
  return left.length;
}

/** Asks the processes of a group to end, and kills what is left of them after the grace, in milliseconds. */
export async function endProcessGroup(pid: number, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  if (send(-pid, signal)) await untilGone(pid, graceMs);
  if (send(-pid, 'SIGKILL')) await untilGone(pid, AFTER_KILL_MS);
}

/**
 * Whether a group is still the one that the launch began. The system gives no number anew while a group has it, so with the
 * first process gone and nobody else of its number there, what is left of the group is ours, on the same start of the system.
 */
async function isOurs({ pid, leader }: Group): Promise<boolean> {
  if (leader === undefined) return false;
  if (await isRunning(leader)) return true;
  const now = await identifyProcess(pid);
  return now === undefined && leader.bootId === (await identifyProcess(process.pid))?.bootId;
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH' || code === 'EPERM') return false;
    throw error;
  }
}

async function untilGone(pid: number, longestMs: number): Promise<void> {
  const signal = new AbortController().signal;
  const until = performance.now() + longestMs;
  while (send(-pid, 0) && performance.now() < until) await pause(LOOK_INTERVAL_MS, signal);
}

/** Processes that bear the launch's variable; none where the system does not tell. */
async function bearers(launchId: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const mark = `${LAUNCH_VARIABLE}=${launchId}`;
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '');
    if (environment.split('\0').includes(mark)) found.push(Number(name));
  }
  return found;
}
