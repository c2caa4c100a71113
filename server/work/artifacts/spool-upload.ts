import { createHash, randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PayloadTooLargeError } from '#server/errors.ts';

/** Largest accepted upload, in bytes. */
export const MAX_UPLOAD_BYTES = 25 * 1024 * 1024;

/** An upload that arrived whole, in a private file that is gone once this is disposed of. */
export interface SpooledUpload extends AsyncDisposable {
  readonly file: FileHandle;
  /** In hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * Writes a stream to a private temporary file, hashing on the way, so that a slow sender holds no transaction and no memory.
 * The file loses its name as soon as it is open: whatever becomes of the process, nothing of the upload stays behind.
 *
 * Throws PayloadTooLargeError with the first byte too many, before reading on, and whatever the stream throws.
 */
export async function spoolUpload(stream: AsyncIterable<Uint8Array>): Promise<SpooledUpload> {
  const file = await openNameless();
  try {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for await (const chunk of stream) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > MAX_UPLOAD_BYTES) throw new PayloadTooLargeError(MAX_UPLOAD_BYTES);
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    return { file, sizeBytes, sha256: hash.digest('hex'), [Symbol.asyncDispose]: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `kernel-upload-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
