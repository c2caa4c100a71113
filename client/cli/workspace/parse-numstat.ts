import { usageError } from '../cli-error.ts';

/** One path that was touched, with two line counts. Binary files count as zero and zero. */
export interface TouchedFile {
  readonly path: string;
  readonly insertions: number;
  readonly deletions: number;
}

const COUNTS = /^(\d+|-)\t(\d+|-)\t/;

/**
 * Reads the output of `git diff --numstat -z`: `12<TAB>3<TAB>path<NUL>`, or for a rename an empty path followed by the
 * old and the new one. Both ends of a rename were touched; the counts belong to the new one. Names may hold any
 * character but NUL, newlines and tabs included. Throws a usage error when the text is of another form.
 */
export function parseNumstat(bytes: Uint8Array): TouchedFile[] {
  const parts = new TextDecoder('utf-8').decode(bytes).split('\0');
  if (parts.at(-1) === '') parts.pop();
  const files: TouchedFile[] = [];
  for (let i = 0; i < parts.length; i += 1) {
    const entry = parts[i] ?? '';
    const counts = COUNTS.exec(entry);
    if (counts === null) throw notNumstat(entry);
    const lines = { insertions: countOf(counts[1]), deletions: countOf(counts[2]) };
    const path = entry.slice(counts[0].length);
    if (path !== '') {
      files.push({ path, ...lines });
      continue;
    }
    const [from, to] = [parts[i + 1], parts[i + 2]];
    if (from === undefined || to === undefined) throw notNumstat(entry);
    files.push({ path: from, insertions: 0, deletions: 0 }, { path: to, ...lines });
    i += 2;
  }
  return files;
}

const countOf = (text: string | undefined): number => (text === undefined || text === '-' ? 0 : Number(text));

const notNumstat = (entry: string): Error =>
  usageError(
    `This is not the output of git diff --numstat -z, at ${JSON.stringify(entry.slice(0, 80))}. ` +
      'Mind the -z: without it names with special characters are quoted.',
  );
