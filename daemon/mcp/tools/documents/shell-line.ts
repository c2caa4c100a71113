/** Words as one command line that a POSIX shell reads back as exactly these words. */
export const shellLine = (words: readonly string[]): string => words.map(quoted).join(' ');

const quoted = (word: string): string =>
  /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
