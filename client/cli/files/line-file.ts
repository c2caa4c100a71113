import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { CliError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';

/** Longest last line that is looked for when a file is continued, in bytes. */
const MAX_LINE_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/** A file of lines being written. */
export interface LineFile {
  /** The last whole line that was there before; undefined in a new file. */
  readonly lastLine: string | undefined;
  write(text: string): Promise<void>;
  /** Makes what was written the file: all of it is on disk then. */
  keep(): Promise<void>;
  /** Closes it after a failure: a new file never appears, a continued one keeps the lines it has. */
  abandon(): Promise<void>;
}

/** A new file, for this user alone (0600), that appears whole or not at all; one of that name is replaced by it. */
export async function newLineFile(path: string): Promise<LineFile> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', 0o600);
  return {
    lastLine: undefined,
    write: (text) => file.appendFile(text),
    async keep() {
      await file.sync();
      await file.close();
      await rename(draft, path);
    },
    async abandon() {
      await file.close();
      await unlink(draft);
    },
  };
}

/**
 * A file that is continued, made if it is not there. The beginning of a line that a killed run left at its end is cut
 * off. Throws (exit code 2) when its last line is too long to be one of ours.
 */
export async function continuedLineFile(path: string): Promise<LineFile> {
  const file = await open(path, 'a+', 0o600);
  try {
    const lastLine = await cutToLastLine(file, path);
    return {
      lastLine,
      write: (text) => file.appendFile(text),
      async keep() {
        await file.sync();
        await file.close();
      },
      abandon: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function cutToLastLine(file: FileHandle, path: string): Promise<string | undefined> {
  const { size } = await file.stat();
  const start = Math.max(0, size - MAX_LINE_BYTES);
  const tail = Buffer.alloc(size - start);
  await file.read(tail, 0, tail.length, start);
  const end = tail.lastIndexOf(NEWLINE);
  if (end === -1 && start > 0) {
    throw new CliError(
      'NOT_AN_EXPORT',
      exitCodes.usage,
      `${path} ends in no line of an export: it cannot be continued.`,
    );
  }
  await file.truncate(start + end + 1);
  if (end <= 0) return undefined;
  return tail.subarray(tail.lastIndexOf(NEWLINE, end - 1) + 1, end).toString('utf8');
}
