import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { usageError } from '../cli-error.ts';
import type { Host } from '../host.ts';

const SECRET = /^[\x21-\x7e]{8,500}$/;

/**
 * Reads a token from a file or from standard input. Never from the command line: arguments are seen by every user of
 * the machine and kept by the shell.
 */
export async function readSecret(host: Host, file: string | undefined): Promise<string> {
  if (file === undefined && host.stdin.isTTY === true) {
    throw usageError('Give the token with --token-file FILE, or on standard input: kernel login < FILE.');
  }
  const raw = file === undefined ? await text(host.stdin) : await readFile(file, 'utf8').catch(unreadable(file));
  const secret = raw.trim();
  if (!SECRET.test(secret)) throw usageError('What was given is not a token: one word of visible ASCII characters.');
  return secret;
}

const unreadable = (file: string) => (error: Error) => {
  throw usageError(`${file} cannot be read: ${error.message}.`);
};
