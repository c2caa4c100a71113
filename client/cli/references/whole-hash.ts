import { usageError } from '../cli-error.ts';

/** The hash of a package that `--hash` names: whole, for a beginning of it would say less than what was reviewed. */
export function wholeHash(text: string): string {
  const hash = text.toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(hash)) throw usageError('--hash takes the whole hash: 64 hexadecimal digits.');
  return hash;
}
