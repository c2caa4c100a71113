import type { WorkspaceFileInput } from './graphql/graphql.ts';

/** Most files, and about the most bytes of their names, in one report; the server merges reports by path. */
const MAX_FILES = 2_000;
const MAX_BYTES = 256 * 1024;

/** Cuts a report of touched files into parts that each fit one request; none for no files. */
export function workspaceParts(files: readonly WorkspaceFileInput[]): WorkspaceFileInput[][] {
  const cut: WorkspaceFileInput[][] = [];
  let bytes = Infinity;
  for (const file of files) {
    const size = new TextEncoder().encode(file.path).length;
    const last = cut.at(-1);
    if (last === undefined || last.length >= MAX_FILES || bytes + size > MAX_BYTES) {
      cut.push([file]);
      bytes = size;
    } else {
      last.push(file);
      bytes += size;
    }
  }
  return cut;
}
