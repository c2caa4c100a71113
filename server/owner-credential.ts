import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { mintSecret } from './auth/secret.ts';

const FILE_NAME = 'owner-token';

/**
 * The owner's credential of this data folder, made on first use. The file is complete on disk before the database
 * learns the credential's hash, so a start that is killed in between leaves nobody locked out: the next start uses it.
 */
export async function ownerCredential(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE_NAME);
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (kept !== undefined) return kept.trim();
  const secret = mintSecret();
  await writeWhole(path, `${secret}\n`);
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
