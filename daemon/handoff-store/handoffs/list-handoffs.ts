import { MAX_NAMED_SKIPPED, MAX_SCANNED_RECORDS } from '../limits.ts';
import { makeCursor, type PageRequest, pageSize, readCursor, type Scope } from '../page.ts';
import { projectOfPath } from '../projects/project-of.ts';
import { readManifest } from '../records/read-record.ts';
import { OpenProjects, OrderedRecords, placeOf } from '../records/walk-records.ts';
import { formatRef } from '../ref.ts';
import type { HandoffStore } from '../store.ts';
import { StoreError } from '../store-error.ts';

export interface ListHandoffsInput {
  readonly workspace: string;
  readonly scope?: Scope;
  /** 1 to 100; 20 when left out. */
  readonly limit?: number;
  readonly cursor?: string;
}

/** A document in a list. */
export interface HandoffEntry {
  readonly ref: string;
  readonly projectId: string;
  readonly handoffId: string;
  readonly name: string;
  readonly createdAt: string;
}

export interface HandoffPage {
  readonly items: readonly HandoffEntry[];
  /** Leads on to the next page; null on the last. */
  readonly nextCursor: string | null;
  /** Damaged records that were passed over on this page. */
  readonly skippedCount: number;
  /** References of the first 20 of them. */
  readonly skipped: readonly string[];
  /** The page ended because it had looked at as many records as it may, not because it was full. */
  readonly scanTruncated: boolean;
  /** All documents, where none was passed over on the first page. */
  readonly totalCount: number | null;
}

/**
 * Lists documents, newest first, of the workspace's project or of all. Following the cursors gives every document that
 * was there at the beginning exactly once. Makes nothing: a workspace without a project has an empty list.
 */
export async function listHandoffs(store: HandoffStore, input: ListHandoffsInput): Promise<HandoffPage> {
  const { scope = 'project', cursor } = input;
  const size = pageSize(input.limit);
  const project = (await projectOfPath(store, input.workspace)) ?? null;
  const request: PageRequest = { op: 'list', scope, project: scope === 'all' ? null : project };
  const after = cursor === undefined ? undefined : readCursor(cursor, request);
  const all = scope === 'project' && project === null ? undefined : new OrderedRecords(store, request.project);
  const ahead = all?.behind(after, MAX_SCANNED_RECORDS + 1) ?? [];
  using projects = new OpenProjects(store);
  const items: HandoffEntry[] = [];
  const skipped: string[] = [];
  let at = 0;
  for (; at < Math.min(ahead.length, MAX_SCANNED_RECORDS) && items.length < size; at += 1) {
    const entry = ahead[at];
    if (entry === undefined) break;
    const item = itemOf(projects, entry);
    if (item === undefined) skipped.push(formatRef(entry));
    else items.push(item);
  }
  const last = ahead[at - 1];
  return {
    items,
    nextCursor: at < ahead.length && last !== undefined ? makeCursor(request, placeOf(last)) : null,
    skippedCount: skipped.length,
    skipped: skipped.slice(0, MAX_NAMED_SKIPPED),
    scanTruncated: at < ahead.length && items.length < size,
    totalCount: after === undefined && skipped.length === 0 ? (all?.count ?? 0) : null,
  };
}

function itemOf(projects: OpenProjects, ids: { projectId: string; handoffId: string }): HandoffEntry | undefined {
  const { projectId, handoffId } = ids;
  try {
    const folder = projects.handoffs(projectId);
    const manifest = folder === undefined ? undefined : readManifest(folder, handoffId);
    if (manifest === undefined) return undefined;
    const { name, created_at: createdAt } = manifest;
    return { ref: formatRef({ projectId, handoffId }), projectId, handoffId, name, createdAt };
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}
