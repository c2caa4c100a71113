import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { mintSecret } from './auth/secret.ts';

const FILE_NAME = 'owner-token';

/** The owner's credential of this data folder, or undefined when none was made here. */
export async function readOwnerCredential(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, FILE_NAME), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The owner's credential of this data folder, made where there is none. The file is complete on disk before the
 * database learns the credential's hash, so a start that is killed in between locks nobody out: the next one uses it.
 */
export async function makeOwnerCredential(dataDir: string): Promise<string> {
  const kept = await readOwnerCredential(dataDir);
  if (kept !== undefined) return kept;
  const secret = mintSecret();
  await writeWhole(join(dataDir, FILE_NAME), `${secret}\n`);
  return secret;
}

async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  try {
    await using file = await open(draft, 'wx', 0o600);
    await file.writeFile(text);
    await file.sync();
    await rename(draft, path);
  } catch (error) {
    await unlink(draft);
    throw error;
  }
}
