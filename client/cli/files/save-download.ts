import { createHash, randomUUID } from 'node:crypto';
import { open, rename, unlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Host } from '../host.ts';
import { writeText } from '../output/write-text.ts';

/**
 * Writes a download to a file, which appears only once its SHA-256 is right, or to standard output as it comes. Throws
 * (exit code 7) when the bytes are not those of the artifact.
 */
export async function saveDownload(
  host: Host,
  bytes: AsyncIterable<Uint8Array>,
  sha256: string,
  output: string | undefined,
): Promise<void> {
  const hash = createHash('sha256');
  if (output === undefined) {
    for await (const chunk of bytes) {
      hash.update(chunk);
      await writeText(host.stdout, chunk);
    }
    return refuseOther(hash.digest('hex'), sha256);
  }
  const path = resolve(host.cwd, output);
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      await file.write(chunk);
    }
    refuseOther(hash.digest('hex'), sha256);
    await rename(draft, path);
  } catch (error) {
    await unlink(draft);
    throw error;
  } finally {
    await file.close();
  }
}

function refuseOther(received: string, expected: string): void {
  if (received === expected) return;
  const message = `The bytes that came are not those of the artifact: their SHA-256 is ${received}, not ${expected}.`;
  throw new CliError('HASH_MISMATCH', exitCodes.mismatch, message, { received, expected });
}
