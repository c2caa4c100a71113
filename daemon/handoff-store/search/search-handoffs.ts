import type { HandoffEntry } from '../handoffs/list-handoffs.ts';
import {
  MAX_NAMED_SKIPPED,
  MAX_QUERY_BYTES,
  MAX_SCANNED_BYTES,
  MAX_SCANNED_RECORDS,
  MAX_SEARCH_ANSWER_BYTES,
} from '../limits.ts';
import { makeCursor, type PageRequest, pageSize, readCursor, type Scope } from '../page.ts';
import { projectOfPath } from '../projects/project-of.ts';
import { readRecord, storedBytes, type StoredRecord } from '../records/read-record.ts';
import { type ListedEntry, OpenProjects, OrderedRecords, placeOf } from '../records/walk-records.ts';
import { formatRef } from '../ref.ts';
import type { HandoffStore } from '../store.ts';
import { invalidInput, StoreError } from '../store-error.ts';
import { findMatches, type Match } from './find-matches.ts';
import { foldText } from './fold-text.ts';

export interface SearchHandoffsInput {
  readonly workspace: string;
  /** Taken literally, without regard to case; at most 512 bytes. */
  readonly query: string;
  readonly scope?: Scope;
  readonly limit?: number;
  readonly cursor?: string;
}

export interface FoundHandoff extends HandoffEntry {
  readonly matches: readonly Match[];
}

export interface SearchPage {
  /** What was searched for: the query without its secrets. */
  readonly query: string;
  readonly items: readonly FoundHandoff[];
  readonly nextCursor: string | null;
  readonly scannedFiles: number;
  /** Bytes of documents, of damaged ones too. */
  readonly scannedBytes: number;
  /** Damaged records that were passed over. */
  readonly skippedCount: number;
  /** References of the first 20 of them. */
  readonly skipped: readonly string[];
  /** The page ended at a bound on what is read or answered, not because it was full. Its cursor leads on. */
  readonly scanTruncated: boolean;
  readonly outputTruncated: boolean;
}

/**
 * Searches documents line by line, newest document first. One page looks at 256 documents, 4 MiB of text and 64 KiB of
 * answer at most, then gives a cursor that continues exactly there. Makes nothing.
 */
export async function searchHandoffs(store: HandoffStore, input: SearchHandoffsInput): Promise<SearchPage> {
  const { scope = 'project', cursor } = input;
  const size = pageSize(input.limit);
  const query = searchable(store, input.query);
  const project = (await projectOfPath(store, input.workspace)) ?? null;
  const request: PageRequest = { op: 'search', scope, project: scope === 'all' ? null : project, query };
  const after = cursor === undefined ? undefined : readCursor(cursor, request);
  const all = scope === 'project' && project === null ? undefined : new OrderedRecords(store, request.project);
  using page = new SearchRun(store, query, size);
  const ahead = all?.behind(after, MAX_SCANNED_RECORDS + 1) ?? [];
  const end = page.run(ahead);
  const last = ahead[end - 1];
  const { items, scannedFiles, scannedBytes, skipped, outputTruncated } = page;
  const hasMore = end < ahead.length && last !== undefined;
  return {
    query,
    items,
    nextCursor: hasMore ? makeCursor(request, placeOf(last)) : null,
    scannedFiles,
    scannedBytes,
    skippedCount: skipped.length,
    skipped: skipped.slice(0, MAX_NAMED_SKIPPED),
    scanTruncated: hasMore && items.length < size && !outputTruncated,
    outputTruncated,
  };
}

/** The query as it may be compared and shown. Throws INVALID_INPUT. */
export function searchable(store: HandoffStore, query: string): string {
  if (query.trim() === '' || Buffer.byteLength(query) > MAX_QUERY_BYTES) {
    throw invalidInput(
      `query must be text of at most ${MAX_QUERY_BYTES} bytes.`,
      'Search for a few words as they stand in the document.',
    );
  }
  return store.redact(query).text;
}

class SearchRun implements Disposable {
  readonly items: FoundHandoff[] = [];
  scannedFiles = 0;
  scannedBytes = 0;
  readonly skipped: string[] = [];
  outputTruncated = false;
  readonly #projects: OpenProjects;
  readonly #query: string;
  readonly #size: number;
  #answerBytes = 0;

  constructor(store: HandoffStore, query: string, size: number) {
    this.#projects = new OpenProjects(store);
    this.#query = foldText(query);
    this.#size = size;
  }

  [Symbol.dispose](): void {
    this.#projects[Symbol.dispose]();
  }

  /** Looks at entries until a bound is met; returns how many of them this page is done with. */
  run(entries: readonly ListedEntry[]): number {
    let at = 0;
    for (; at < entries.length && at < MAX_SCANNED_RECORDS && this.items.length < this.#size; at += 1) {
      const entry = entries[at];
      if (entry === undefined || !this.#takes(entry)) break;
    }
    return at;
  }

  /** False when the entry belongs on the next page. A page always takes its first. */
  #takes(entry: ListedEntry): boolean {
    const { record, bytes } = this.#read(entry);
    if (this.scannedFiles > 0 && this.scannedBytes + bytes > MAX_SCANNED_BYTES) return false;
    const item = record === undefined ? undefined : this.#itemOf(entry, record);
    const answerBytes = item === undefined ? 0 : Buffer.byteLength(JSON.stringify(item));
    if (this.items.length > 0 && this.#answerBytes + answerBytes > MAX_SEARCH_ANSWER_BYTES) {
      this.outputTruncated = true;
      return false;
    }
    this.scannedFiles += 1;
    this.scannedBytes += bytes;
    this.#answerBytes += answerBytes;
    if (record === undefined) this.skipped.push(formatRef(entry));
    if (item !== undefined) this.items.push(item);
    return true;
  }

  /** What is damaged was read all the same, so its bytes count: else a page of such records would have no bound. */
  #read({ projectId, handoffId }: ListedEntry): { readonly record: StoredRecord | undefined; readonly bytes: number } {
    const folder = this.#projects.handoffs(projectId);
    if (folder === undefined) return { record: undefined, bytes: 0 };
    try {
      const record = readRecord(folder, handoffId);
      return { record, bytes: record?.bytes ?? 0 };
    } catch (error) {
      if (error instanceof StoreError) return { record: undefined, bytes: storedBytes(folder, handoffId) };
      throw error;
    }
  }

  #itemOf({ projectId, handoffId }: ListedEntry, { manifest, document }: StoredRecord): FoundHandoff | undefined {
    const matches = findMatches(document, this.#query);
    if (matches.length === 0) return undefined;
    const { name, created_at: createdAt } = manifest;
    return { ref: formatRef({ projectId, handoffId }), projectId, handoffId, name, createdAt, matches };
  }
}
