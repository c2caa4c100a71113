import { MAX_NAMED_SKIPPED, MAX_SCANNED_BYTES, MAX_SCANNED_RECORDS, MAX_SEARCH_ANSWER_BYTES } from '../limits.ts';
import { pageSize } from '../page.ts';
import { openWorkspace, type Workspace } from '../projects/workspace-anchor.ts';
import { findMatches, type Match } from '../search/find-matches.ts';
import { foldText } from '../search/fold-text.ts';
import { searchable } from '../search/search-handoffs.ts';
import type { HandoffStore } from '../store.ts';
import { StoreError } from '../store-error.ts';
import { type ListFilesInput, markdownFiles, pageOffset } from './list-files.ts';
import { openFolderOf, pathInside } from './path-inside.ts';
import { textOf } from './read-file.ts';

export interface SearchFilesInput extends ListFilesInput {
  readonly query: string;
}

export interface FilesFound {
  readonly query: string;
  readonly items: readonly { readonly path: string; readonly matches: readonly Match[] }[];
  readonly scannedFiles: number;
  readonly scannedBytes: number;
  /** Files that could not be read as text. */
  readonly skippedCount: number;
  /** Paths of the first 20 of them. */
  readonly skipped: readonly string[];
  readonly scanTruncated: boolean;
  readonly outputTruncated: boolean;
  readonly offset: number;
  readonly hasMore: boolean;
  readonly nextOffset: number | null;
  /** All files found, where every file was looked at. */
  readonly totalCount: number | null;
}

/**
 * Searches the Markdown files of the workspace as they are without their secrets. Looks at 256 files, 4 MiB of text and
 * 64 KiB of answer at most, and says so when it met one of these bounds. Makes nothing.
 */
export function searchHandoffFiles(store: HandoffStore, input: SearchFilesInput): FilesFound {
  const size = pageSize(input.limit);
  const offset = pageOffset(input.offset);
  const query = searchable(store, input.query);
  const workspace = openWorkspace(input.workspace);
  const scan = scanFiles(store, workspace, markdownFiles(workspace, input.directory ?? 'handoffs'), foldText(query));
  const page = scan.found.slice(offset, offset + size);
  const items = fitting(page);
  const hasMore = offset + items.length < scan.found.length;
  return {
    query,
    items,
    scannedFiles: scan.scannedFiles,
    scannedBytes: scan.scannedBytes,
    skippedCount: scan.skipped.length,
    skipped: scan.skipped.slice(0, MAX_NAMED_SKIPPED),
    scanTruncated: scan.isTruncated,
    outputTruncated: items.length < page.length,
    offset,
    hasMore,
    nextOffset: hasMore ? offset + items.length : null,
    totalCount: scan.isTruncated || scan.skipped.length > 0 ? null : scan.found.length,
  };
}

interface Found {
  readonly path: string;
  readonly matches: readonly Match[];
}

function scanFiles(store: HandoffStore, workspace: Workspace, paths: readonly string[], foldedQuery: string) {
  const scan = { found: [] as Found[], scannedFiles: 0, scannedBytes: 0, skipped: [] as string[], isTruncated: false };
  for (const path of paths) {
    if (scan.scannedFiles >= MAX_SCANNED_RECORDS || scan.scannedBytes >= MAX_SCANNED_BYTES) {
      scan.isTruncated = true;
      break;
    }
    scan.scannedFiles += 1;
    const file = readable(workspace, path);
    if (file === undefined) {
      scan.skipped.push(path);
      continue;
    }
    scan.scannedBytes += file.bytes;
    const matches = findMatches(store.redact(file.text).text, foldedQuery);
    if (matches.length > 0) scan.found.push({ path, matches });
  }
  return scan;
}

function readable(workspace: Workspace, path: string): ReturnType<typeof textOf> {
  try {
    const place = pathInside(workspace, path);
    using folder = openFolderOf(workspace, place);
    return folder === undefined ? undefined : textOf(folder, place.name);
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

/** The first items that fit into one answer, and always one. */
function fitting(items: readonly Found[]): readonly Found[] {
  let bytes = 0;
  const end = items.findIndex((item, at) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return at > 0 && bytes > MAX_SEARCH_ANSWER_BYTES;
  });
  return end < 0 ? items : items.slice(0, end);
}
