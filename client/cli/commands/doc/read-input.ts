import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { usageError } from '../../cli-error.ts';
import type { Host } from '../../host.ts';

/** The text of a file, or of standard input for `-` and for nothing. Throws a usage error for what is no UTF-8 text. */
export async function readInput(host: Host, file = '-'): Promise<string> {
  if (file === '-' && host.stdin.isTTY === true) throw usageError('Pipe the document into this, or name a file.');
  const bytes = file === '-' ? await buffer(host.stdin) : await readNamed(host, file);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw usageError(`${file === '-' ? 'Standard input' : file} is no UTF-8 text.`);
  }
}

function readNamed(host: Host, file: string): Promise<Uint8Array> {
  return readFile(resolve(host.cwd, file)).catch((error: Error) => {
    throw usageError(`${file} cannot be read: ${error.message}.`);
  });
}
