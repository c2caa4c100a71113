import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../durable/write-file.ts';

/** Puts `kernel` into a folder for the PATH of sessions: the very program that this daemon is. */
export async function placeKernelCommand(folder: string, words: readonly string[]): Promise<void> {
  const path = join(folder, 'kernel');
  await writeDurably(path, `#!/bin/sh\nexec ${words.map(quoted).join(' ')} "$@"\n`);
  await chmod(path, 0o700);
}

/** A word as the shell takes it, whatever it holds. */
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
