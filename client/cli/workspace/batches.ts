import type { TouchedFile } from './parse-numstat.ts';

/** Most entries, and about the most bytes of names, sent in one report; the server merges reports by path. */
const BATCH_ENTRIES = 2_000;
const BATCH_BYTES = 256 * 1024;

/** Cuts a report into parts that each fit one request. An empty report is one empty part, so that it is still made. */
export function batches(files: readonly TouchedFile[]): TouchedFile[][] {
  const parts: TouchedFile[][] = [[]];
  let bytes = 0;
  for (const file of files) {
    const size = Buffer.byteLength(file.path);
    const current = parts.at(-1) ?? [];
    if (current.length > 0 && (current.length >= BATCH_ENTRIES || bytes + size > BATCH_BYTES)) {
      parts.push([file]);
      bytes = size;
    } else {
      current.push(file);
      bytes += size;
    }
  }
  return parts;
}
