import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Longest time that a program may take to answer a question about itself, in milliseconds. */
const PROBE_LIMIT_MS = 20_000;

/** What a program answered; `code` is null when it was killed because it took too long, or could not be run. */
export interface Probe {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Asks a program something about itself, such as its version: without input, bounded in time, and ended with everything
 * it started. Throws nothing: what cannot be run has no exit code, and says why on `stderr`.
 */
export async function runProbe(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  limitMs = PROBE_LIMIT_MS,
): Promise<Probe> {
  const child = spawn(program, [...args], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const gone = new Promise<number | null>((resolve) => child.once('close', resolve).once('error', () => resolve(null)));
  const failed = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message)).once('close', () => resolve(''));
  });
  const timer = setTimeout(() => endAll(child), limitMs);
  try {
    const [code, stdout, stderr, reason] = await Promise.all([gone, text(child.stdout), text(child.stderr), failed]);
    return { code, stdout, stderr: `${stderr}${reason}` };
  } finally {
    clearTimeout(timer);
  }
}

function endAll({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
