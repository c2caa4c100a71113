import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from './until.ts';

/** Longest time for a daemon to serve its machine, in milliseconds. */
const START_LIMIT_MS = 60_000;

/** A daemon in a process of its own; disposing ends it, and what it runs goes on. */
export interface DaemonProcess extends AsyncDisposable {
  /** What it wrote so far: its log, a line of JSON for each entry, and its words for people. */
  log(): string;
}

/** Runs `kernel daemon` of a bundled program, and returns once the machine is served. */
export async function daemonProcess(
  program: string,
  stateDir: string,
  env: Readonly<Record<string, string>>,
): Promise<DaemonProcess> {
  const child = spawn(process.execPath, [program, 'daemon', 'run', '--state-dir', stateDir, '--name', 'rehearsal'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written: string[] = [];
  const log = () => written.join('');
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => written.push(text));
  }
  await until(
    'the daemon to serve its machine',
    START_LIMIT_MS,
    async () => {
      if (child.exitCode !== null) throw new Error(`The daemon ended with ${child.exitCode}: ${log()}`);
      return log().includes('This machine is served') ? true : undefined;
    },
    log,
  );
  return {
    log,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    },
  };
}
