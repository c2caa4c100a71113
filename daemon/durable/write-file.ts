import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file so that after a crash at any moment either the old or the new text is there, whole. The file is 0600, a
 * folder that is missing is made 0700. Throws what the file system throws, such as ENOSPC; the old file then stands.
 */
export async function writeDurably(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}.draft`;
  try {
    await using file = await open(draft, 'wx', 0o600);
    await file.writeFile(text);
    await file.sync();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes the names in a folder safe on disk. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r');
  await folder.sync();
}
