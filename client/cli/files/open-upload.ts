import { openAsBlob } from 'node:fs';
import { basename, resolve } from 'node:path';
import { blob } from 'node:stream/consumers';
import { usageError } from '../cli-error.ts';
import type { Host } from '../host.ts';

/** Something to upload: its bytes, read as they are sent, and the name it had. */
export interface UploadContent {
  readonly body: Blob;
  readonly name: string;
}

/** Opens a file by its path, or standard input for `-`. Throws a usage error when it cannot be read. */
export async function openUpload(host: Host, file: string): Promise<UploadContent> {
  if (file === '-') return { body: (await blob(host.stdin)) as Blob, name: 'standard input' };
  try {
    return { body: await openAsBlob(resolve(host.cwd, file)), name: basename(file) };
  } catch (error) {
    throw usageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
