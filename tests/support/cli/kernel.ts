import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { rolldown } from 'rolldown';
import { programPlugins } from '../../../rolldown.config.ts';

/** What one run of the command line wrote and how it ended. */
export interface Ran {
  readonly out: string;
  readonly err: string;
  readonly code: number | null;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  /** The folder it runs in; that of the tests when left out. */
  readonly cwd?: string;
}

/** The real command line as a process of its own, with a home of its own that is empty. */
export interface KernelProcess extends AsyncDisposable {
  /** A folder for the files of the test. */
  readonly folder: string;
  /** The bundled program. */
  readonly program: string;
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Runs with --json, expects exit code 0, and reads the answer. */
  json<T>(args: readonly string[], options?: RunOptions): Promise<T>;
}

/**
 * `env` leads every run to a server: KERNEL_SERVER_URL and a credential. `withDaemon` bundles the commands that work on
 * this machine, such as `kernel doc`, too.
 */
export async function kernelProcess(
  env: Readonly<Record<string, string>>,
  { withDaemon = false } = {},
): Promise<KernelProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'kernel-cli-'));
  const program = await bundle(folder, withDaemon);
  const base = { PATH: process.env['PATH'] ?? '', HOME: folder, ...env };
  const run = (args: readonly string[], options: RunOptions = {}) =>
    start([program, ...args], { ...base, ...options.env }, options);
  return {
    folder,
    program,
    run,
    async json<T>(args: readonly string[], options: RunOptions = {}) {
      const { out, err, code } = await run([...args, '--json'], options);
      if (code !== 0) throw new Error(`kernel ${args.join(' ')} ended with ${String(code)}: ${err}`);
      return JSON.parse(out) as T;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/**
 * Bundles the command line as it is now: it starts four times as fast as from its sources, and the tests start it a
 * hundred times. The server, which only `kernel up` loads, is left out, and the daemon unless it is asked for.
 */
async function bundle(folder: string, withDaemon: boolean): Promise<string> {
  await using build = await rolldown({
    input: 'client/cli/main.ts',
    platform: 'node',
    transform: { target: 'node20' },
    plugins: [programPlugins()],
    external: withDaemon ? [/^#server\//] : [/^#server\//, /^#daemon\//],
  });
  const file = join(folder, 'kernel.mjs');
  await build.write({ file, format: 'esm', codeSplitting: false });
  return file;
}

async function start(args: readonly string[], env: NodeJS.ProcessEnv, { input, cwd }: RunOptions): Promise<Ran> {
  const child = spawn(process.execPath, [...args], { env, cwd, stdio: 'pipe' });
  child.stdin.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { out, err, code };
}

/** Text with ids, hashes and moments, which differ from run to run, put as placeholders. */
export const forSnapshot = (output: string): string =>
  output
    .replace(/\b([a-z]{3})_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<$1>')
    .replace(/\b[0-9a-f]{64}\b/g, '<hash>')
    .replace(/\b[0-9a-f]{8}…/g, '<hash8>…')
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, '<server>');
