import { readdir, readFile } from 'node:fs/promises';
import { pause } from '../pause.ts';

/** Names the variable that every process of a launch inherits, by which those are found that left its group. */
export const LAUNCH_VARIABLE = 'KERNEL_LAUNCH_ID';

/** How often it is looked whether a group is gone, and how long after a SIGKILL at most, in milliseconds. */
const LOOK_INTERVAL_MS = 25;
const AFTER_KILL_MS = 5_000;

export interface EndGroupArguments {
  /** The group's number, which is that of its first process. */
  readonly pid: number;
  readonly launchId: string;
  readonly signal: NodeJS.Signals;
  readonly graceMs: number;
}

/**
 * Ends everything a launch started: asks the group to end, kills what is left of it after the grace, and then, where the
 * system tells the environment of processes (Linux), kills those that had left the group. Never reaches this daemon, which
 * is in another group and bears no launch's variable.
 */
export async function endGroup({ pid, launchId, signal, graceMs }: EndGroupArguments): Promise<void> {
  if (send(-pid, signal)) await untilGone(pid, graceMs);
  if (send(-pid, 'SIGKILL')) await untilGone(pid, AFTER_KILL_MS);
  for (const straggler of await stragglers(launchId)) send(straggler, 'SIGKILL');
}

/** Whether anything of the group is left. */
export const hasGroup = (pid: number): boolean => send(-pid, 0);

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
  while (hasGroup(pid) && performance.now() < until) await pause(LOOK_INTERVAL_MS, signal);
}

/** Processes that bear the launch's variable. */
async function stragglers(launchId: string): Promise<number[]> {
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
