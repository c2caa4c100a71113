/** A word of the API the way it is typed and read on the command line: IN_PROGRESS → in_progress. */
export const lower = (word: string): string => word.toLowerCase();

/** `1 file`, `2 files`: for nouns that take an s. */
export const amount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A moment to the minute, in UTC; empty for none. */
export const moment = (iso: string | null | undefined): string =>
  iso ? `${iso.slice(0, 10)} ${iso.slice(11, 16)}` : '';

/** `v3, 9f2c1a8b…`: a version and the beginning of its hash, as every message names a package. */
export const packageName = (version: number | null, hash: string | null): string =>
  `v${version ?? 0}, ${(hash ?? '').slice(0, 8)}…`;
