import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { vi } from 'vitest';

const run = promisify(execFile);

/** How long a condition may take on a slow machine, in milliseconds. */
const PATIENCE_MS = 25_000;

/** Asks until there is an answer that is neither undefined nor false, and gives it. `what` names what was waited for. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const answer = await vi
    .waitUntil(ask, {
      timeout: PATIENCE_MS,
      interval: 40,
    })
    .catch((cause: unknown) => {
      throw new Error(`It did not happen that ${what}.`, { cause });
    });
  return answer;
}

/** Whether a process has this number. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The process group of a process. */
export async function groupOf(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'pgid=', '-p', String(pid)]);
  return Number(stdout.trim());
}
