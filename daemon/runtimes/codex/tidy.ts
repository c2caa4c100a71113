import { readdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readJson } from '../../durable/read-json.ts';

/** Folders that the sandbox of Codex makes in a workspace, to bind them read-only, and leaves there when it is killed. */
const OWN_FOLDERS: readonly string[] = ['.codex', '.agents', '.aws', '.git'];

const NOTE = 'folders-before.json';

/** Writes down, before a run, which of those folders the workspace has already. */
export async function noteOwnFolders(workspace: string, launchDir: string): Promise<void> {
  const names = await readdir(workspace);
  const there = OWN_FOLDERS.filter((name) => names.includes(name));
  await writeFile(join(launchDir, NOTE), JSON.stringify(there), { mode: 0o600 });
}

/** Removes the folders that came with the run and are empty. Without the note of before it removes nothing. */
export async function tidy(workspace: string, launchDir: string): Promise<void> {
  const before = await readJson(join(launchDir, NOTE), z.array(z.string()));
  if (before === undefined) return;
  for (const name of OWN_FOLDERS.filter((own) => !before.includes(own))) {
    await rmdir(join(workspace, name)).catch((error: NodeJS.ErrnoException) => {
      if (!KEPT.has(error.code ?? '')) throw error;
    });
  }
}

/** Not there, not empty, no folder (rmdir follows no link), or not ours to remove: it stays. */
const KEPT = new Set(['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM', 'EACCES', 'EBUSY', 'EROFS']);
