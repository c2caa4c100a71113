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
  const notes = await readNotes(notesFolder(env));
  const judged = await Promise.all(
    notes.map(async ({ stateDir, serverUrl: served, since }) => {
      const isRunning = (await readLockHolder(statePaths(stateDir).lock)) !== undefined;
      return { stateDir, since, rank: (served === serverUrl ? 2 : 0) + (isRunning ? 1 : 0) };
    }),
  );
  const [best] = judged.filter(({ rank }) => rank > 0).sort((a, b) => b.rank - a.rank || (a.since < b.since ? 1 : -1));
  return best?.stateDir ?? usual;
}

async function readNotes(folder: string): Promise<Note[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found = await Promise.all(names.map((name) => readJson(join(folder, name), note)));
  return found.filter((entry) => entry !== undefined);
}
