import { MAX_PROJECTS } from '../limits.ts';
import { makeCursor, type PageRequest, pageSize, readCursor } from '../page.ts';
import { isUuid } from '../ref.ts';
import type { HandoffStore } from '../store.ts';
import { projectOfPath } from './project-of.ts';
import { openProjects, readLabel } from './project-record.ts';

export interface ListProjectsInput {
  readonly workspace: string;
  readonly limit?: number;
  readonly cursor?: string;
}

export interface ProjectsPage {
  /** The project of the workspace; null when it has none yet. */
  readonly projectId: string | null;
  readonly projects: readonly { readonly projectId: string; readonly label: string }[];
  readonly nextCursor: string | null;
  /** There are more projects than are looked at; this page is the last. */
  readonly scanTruncated: boolean;
  /** Folders that are no whole project. */
  readonly skippedCount: number;
  /** All projects, where that is known. */
  readonly totalCount: number | null;
}

/** Which project a workspace belongs to, and which there are on this machine, by id. Makes nothing. */
export async function listProjects(store: HandoffStore, input: ListProjectsInput): Promise<ProjectsPage> {
  const size = pageSize(input.limit);
  const request: PageRequest = { op: 'projects', scope: 'all', project: null };
  const [, after] = input.cursor === undefined ? ['', ''] : readCursor(input.cursor, request);
  const projectId = (await projectOfPath(store, input.workspace)) ?? null;
  using folder = openProjects(store);
  const all = folder?.names().filter(isUuid).sort() ?? [];
  const looked = all.slice(0, MAX_PROJECTS).filter((id) => id > after);
  const projects: { projectId: string; label: string }[] = [];
  let skippedCount = 0;
  let at = 0;
  for (; at < looked.length && projects.length < size; at += 1) {
    const id = looked[at] ?? '';
    const label = folder === undefined ? undefined : readLabel(folder, id);
    if (label === undefined) skippedCount += 1;
    else projects.push({ projectId: id, label });
  }
  const hasMore = at < looked.length;
  const scanTruncated = !hasMore && all.length > MAX_PROJECTS;
  return {
    projectId,
    projects,
    nextCursor: hasMore ? makeCursor(request, ['', looked[at - 1] ?? '']) : null,
    scanTruncated,
    skippedCount,
    totalCount: scanTruncated || skippedCount > 0 || after !== '' ? null : all.length,
  };
}
