import { readFile } from 'node:fs/promises';

/** What a text file holds, or undefined when there is none. Throws whatever else keeps it from being read. */
export function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== undefined && NOT_THERE.has(error.code)) return undefined;
    throw error;
  });
}

/** ESRCH is what /proc says of a process that went while its file was read. */
const NOT_THERE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ESRCH']);
