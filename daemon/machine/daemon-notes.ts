import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { sha256Hex } from '#schema/documents/text/sha256-hex.ts';
import { readJson } from '../durable/read-json.ts';
import { writeDurably } from '../durable/write-file.ts';
import { defaultStateDir, stateHome, statePaths } from './config.ts';
import { readLockHolder } from './lock.ts';

const note = z.object({
  stateDir: z.string(),
  serverUrl: z.string(),
  since: z.string(),
});

type Note = z.infer<typeof note>;

const notesFolder = (env: NodeJS.ProcessEnv): string => join(stateHome(env), 'daemons');

/** Leaves word where a daemon keeps its state, since `kernel up --data-dir` keeps it elsewhere than `kernel daemon` looks. */
export function noteDaemon(env: NodeJS.ProcessEnv, stateDir: string, serverUrl: string): Promise<void> {
  const left: Note = { stateDir: resolve(stateDir), serverUrl, since: new Date().toISOString() };
  return writeDurably(join(notesFolder(env), `${sha256Hex(left.stateDir).slice(0, 16)}.json`), JSON.stringify(left));
}

/**
 * The state folder of the daemon that a person means who names none: KERNEL_DAEMON_DIR, else that of the daemon which
 * serves this server, one that runs before one that ran last; else of one that runs; else the default.
 */
export async function findStateDir(env: NodeJS.ProcessEnv, serverUrl: string | undefined): Promise<string> {
  const usual = defaultStateDir(env);
  if (env['KERNEL_DAEMON_DIR']) return usual;
  const rank = ({ isRunning, isServing }: Judged) => (isServing ? 2 : 0) + (isRunning ? 1 : 0);
  const [best] = (await judgedNotes(env, serverUrl))
    .filter((one) => rank(one) > 0)
    .sort((a, b) => rank(b) - rank(a) || (a.since < b.since ? 1 : -1));
  return best?.stateDir ?? usual;
}

/**
 * The state folder of a daemon that is started without a word on where: KERNEL_DAEMON_DIR, else that of the daemon which
 * serves this server already, so that its lock refuses the second by name and no second machine is made of this one; else
 * the default.
 */
export async function stateDirToServe(env: NodeJS.ProcessEnv, serverUrl: string): Promise<string> {
  const usual = defaultStateDir(env);
  if (env['KERNEL_DAEMON_DIR']) return usual;
  const other = (await judgedNotes(env, serverUrl)).find(({ isRunning, isServing }) => isRunning && isServing);
  return other?.stateDir ?? usual;
}

interface Judged extends Pick<Note, 'stateDir' | 'since'> {
  readonly isRunning: boolean;
  /** Whether it serves, or served, the server that is meant. */
  readonly isServing: boolean;
}

const judgedNotes = async (env: NodeJS.ProcessEnv, serverUrl: string | undefined): Promise<Judged[]> =>
  Promise.all(
    (await readNotes(notesFolder(env))).map(async ({ stateDir, serverUrl: served, since }) => {
      const isRunning = (await readLockHolder(statePaths(stateDir).lock)) !== undefined;
      return { stateDir, since, isRunning, isServing: served === serverUrl };
    }),
  );

async function readNotes(folder: string): Promise<Note[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found = await Promise.all(names.map((name) => readJson(join(folder, name), note)));
  return found.filter((entry) => entry !== undefined);
}
