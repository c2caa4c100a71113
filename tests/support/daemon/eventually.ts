import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { identifyProcess } from '#daemon/machine/process-identity.ts';

const run = promisify(execFile);

/** How long a condition may take on a slow machine, in milliseconds. */
const PATIENCE_MS = 45_000;
/** How often it is asked, in milliseconds. */
const LOOK_INTERVAL_MS = 30;

/** Asks until there is an answer that is neither undefined nor false, and gives it. `what` names what was waited for. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > until) throw new Error(`It did not happen that ${what}.`);
    await pause(LOOK_INTERVAL_MS);
  }
}

/** Whether a process of this number runs; one that ended and that nobody has taken note of yet does not. */
export const isAlive = async (pid: number): Promise<boolean> => (await identifyProcess(pid)) !== undefined;

/** Those of the processes that run. */
export async function aliveOf(pids: readonly number[]): Promise<number[]> {
  const alive = await Promise.all(pids.map(isAlive));
  return pids.filter((_, i) => alive[i]);
}

/** The process group of a process. */
export async function groupOf(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'pgid=', '-p', String(pid)]);
  return Number(stdout.trim());
}
