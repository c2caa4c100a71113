import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { buffer, text } from 'node:stream/consumers';

/** How the command line is started: the bundle where one was built, else the sources. */
export const kernelCommand: readonly [string, ...string[]] = existsSync('dist/kernel.js')
  ? [process.execPath, resolve('dist/kernel.js')]
  : [process.execPath, '--import', 'tsx', resolve('client/cli/main.ts')];

export interface RunOptions {
  /** Variables beside those of the demo's server, such as a session's credential. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: Uint8Array;
  /** The exit code that the story expects; anything else ends the demo. */
  readonly exitCode?: number;
  /** Most lines of the answer that are printed. */
  readonly lines?: number;
  /** Also written behind the command, as its pipe would be. */
  readonly before?: string;
  /** Keeps the answer off the screen: it is for the story, not for the reader. */
  readonly silent?: boolean;
}

/** Runs real commands against one server and prints each with its result, as a person at a shell would see them. */
export class Kernel {
  readonly #env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  /** Runs one command; returns what it wrote to standard output. Throws when it ends otherwise than expected. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<string> {
    const [program, ...first] = kernelCommand;
    const child = spawn(program, [...first, ...args], { env: { ...this.#env, ...options.env }, stdio: 'pipe' });
    child.stdin.on('error', ignoreClosedPipe).end(options.input);
    const ended = new Promise<number | null>((done, fail) => child.once('close', done).once('error', fail));
    const [out, err, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
    const answer = out.toString('utf8');
    if (options.silent !== true) print(args, options, answer, err);
    const expected = options.exitCode ?? 0;
    if (code !== expected) throw new Error(`kernel ${args.join(' ')} ended with ${code}, not ${expected}: ${err}`);
    return answer;
  }

  /** Runs one command with --json and reads its answer; prints the command alone. */
  async json<T>(args: readonly string[], options: RunOptions = {}): Promise<T> {
    print(args, options, '', '');
    return JSON.parse(await this.run([...args, '--json'], { ...options, silent: true })) as T;
  }
}

/** A command that has read enough may end before all of its input was written; its exit code tells how it went. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

function print(args: readonly string[], options: RunOptions, out: string, err: string): void {
  console.log(`\n  $ ${options.before ?? ''}kernel ${args.map(quoted).join(' ')}`);
  const all = `${out}${err}`.trimEnd().split('\n');
  const shown = all.slice(0, options.lines ?? all.length);
  for (const line of shown) if (line !== '' || shown.length > 1) console.log(`    ${line}`);
  if (shown.length < all.length) console.log(`    … ${all.length - shown.length} more lines`);
  if (options.exitCode !== undefined && options.exitCode !== 0)
    console.log(`    (exit code ${options.exitCode}, as it should)`);
}

const quoted = (word: string): string => (/^[\w./:@…-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`);
