import { spawn } from 'node:child_process';
import { mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identifyProcess, type ProcessIdentity } from '../machine/process-identity.ts';
import type { LaunchPlan } from '../runtimes/runtime-adapter.ts';

/** What a shell answers for a program that is not there. */
const NOT_STARTED = 125;

/**
 * Runs the program of `$@` from the third word on. It first makes the folder `launched`, which only one can: whoever
 * makes it decides whether there is a process, this or a daemon that was restarted meanwhile. Then it leaves its number,
 * gives the program its input and its output as files, and leaves the exit code, so that all of it outlives the daemon.
 * The trap lets it wait for the program that a signal to the group ends too; programs do not inherit a trap. What it makes
 * itself is for this user alone; what the program makes is as that user is used to.
 */
const WRAPPER = `dir=$1; shift
usual=$(umask); umask 077
mkdir "$dir/launched" 2>/dev/null || exit ${NOT_STARTED}
trap : TERM INT HUP
printf %s "$$" > "$dir/pid.draft" && mv "$dir/pid.draft" "$dir/pid"
umask "$usual"
"$@" <"$dir/stdin" >>"$dir/stdout" 2>>"$dir/stderr"
code=$?
umask 077
printf %s "$code" > "$dir/exit.draft" && mv "$dir/exit.draft" "$dir/exit"
exit "$code"`;

/** What the folder of one try tells of its process. */
export interface Evidence {
  /** Its number, once it was there. */
  readonly pid: number | undefined;
  /** The exit code it left. */
  readonly exitCode: number | undefined;
}

export interface SpawnArguments {
  readonly plan: LaunchPlan;
  readonly workspace: string;
  /** The folder of this try. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Starts the process of a launch in a group of its own, without a terminal and not bound to the daemon's life. Returns
 * which process it is, or undefined when it was gone before that could be seen; the folder's evidence then says more.
 */
export async function spawnSession({
  plan,
  workspace,
  folder,
  env,
}: SpawnArguments): Promise<ProcessIdentity | undefined> {
  await writeFile(join(folder, 'stdin'), plan.input ?? '', { mode: 0o600 });
  // The shell would make them for everybody to read; what a session says is for nobody else.
  for (const name of ['stdout', 'stderr']) await writeFile(join(folder, name), '', { flag: 'a', mode: 0o600 });
  const child = spawn('/bin/sh', ['-c', WRAPPER, 'kernel-session', folder, plan.command, ...plan.args], {
    cwd: workspace,
    env: { ...env, ...plan.env },
    detached: true,
    stdio: 'ignore',
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  child.unref();
  return child.pid === undefined ? undefined : identifyProcess(child.pid);
}

/** Takes from a try that was about to make a process the right to make one. True when there is none and never will be. */
export async function preventLaunch(folder: string): Promise<boolean> {
  try {
    await mkdir(join(folder, 'launched'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

export async function readEvidence(folder: string): Promise<Evidence> {
  return { pid: await numberIn(join(folder, 'pid')), exitCode: await numberIn(join(folder, 'exit')) };
}

/** Bytes of the larger of the two outputs that a process left so far. */
export async function outputBytes(folder: string): Promise<number> {
  const sizes = ['stdout', 'stderr'].map((name) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return Math.max(...(await Promise.all(sizes)));
}

async function numberIn(path: string): Promise<number | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Most of the standard error that is told, in characters, and what is read of it, in bytes. */
const MAX_TAIL = 2_000;
const TAIL_BYTES = 64 * 1024;

/**
 * The end of what the process wrote on its standard error; empty for nothing. `clean` takes the secrets out of far more than
 * is told, so that none is told whose beginning was cut off.
 */
export async function stderrTail(folder: string, clean: (text: string) => string): Promise<string> {
  const file = await open(join(folder, 'stderr'), 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return '';
  await using opened = file;
  const from = Math.max(0, (await opened.stat()).size - TAIL_BYTES);
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, from);
  return clean(new TextDecoder().decode(buffer.subarray(0, bytesRead)))
    .trim()
    .slice(-MAX_TAIL)
    .toWellFormed();
}
