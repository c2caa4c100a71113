import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Longest run of a client, in milliseconds. */
const RUN_LIMIT_MS = 120_000;

/** One event that a client wrote to its output. */
export type ClientEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** What a run of a client wrote and how it ended. */
export interface ClientRun {
  readonly code: number | null;
  readonly events: readonly ClientEvent[];
  readonly stderr: string;
}

/** Runs a client to its end with exactly this environment, input closed, and reads its output as one event a line. */
export async function runClient(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<ClientRun> {
  const child = spawn(program, [...args], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: RUN_LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { code, events: lines.map((line) => JSON.parse(line) as ClientEvent), stderr };
}
