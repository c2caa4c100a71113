import { realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Folder } from '../files/folder.ts';
import { compareCodePoints } from '#schema/documents/handoff-package/compare-code-points.ts';
import { MAX_WALKED_NAMES } from '../limits.ts';
import { pageSize } from '../page.ts';
import { openWorkspace, type Workspace } from '../projects/workspace-anchor.ts';
import { invalidInput } from '../store-error.ts';
import { openFolderOf, pathInside } from './path-inside.ts';

export interface ListFilesInput {
  readonly workspace: string;
  /** Relative to the workspace; `handoffs` when left out. */
  readonly directory?: string;
  readonly limit?: number;
  readonly offset?: number;
}

export interface FilesPage {
  /** Relative to the workspace, with slashes, in the order of code points. */
  readonly items: readonly { readonly path: string }[];
  readonly totalCount: number;
  readonly offset: number;
  readonly hasMore: boolean;
  readonly nextOffset: number | null;
}

/** Lists the Markdown files below a folder of the workspace; none when that is not there. Makes nothing. */
export function listHandoffFiles(input: ListFilesInput): FilesPage {
  const size = pageSize(input.limit);
  const offset = pageOffset(input.offset);
  const all = markdownFiles(openWorkspace(input.workspace), input.directory ?? 'handoffs');
  const items = all.slice(offset, offset + size).map((path) => ({ path }));
  const hasMore = offset + size < all.length;
  return { items, totalCount: all.length, offset, hasMore, nextOffset: hasMore ? offset + size : null };
}

/** Throws INVALID_INPUT for what is no offset. */
export function pageOffset(offset = 0): number {
  if (Number.isSafeInteger(offset) && offset >= 0) return offset;
  throw invalidInput('offset must be a whole number, 0 or more.', 'Begin with 0 and follow next_offset.');
}

/** Paths of the Markdown files below a folder, sorted. A link counts when it leads to a file inside the workspace. */
export function markdownFiles(workspace: Workspace, directory: string): string[] {
  const place = pathInside(workspace, directory);
  using parent = openFolderOf(workspace, place);
  using folder = parent?.folder(place.name);
  const found: string[] = [];
  if (folder !== undefined) walk(workspace, folder, place.shown, found, { left: MAX_WALKED_NAMES });
  return found.sort(compareCodePoints);
}

function walk(workspace: Workspace, folder: Folder, shown: string, found: string[], budget: { left: number }): void {
  for (const name of folder.names().sort(compareCodePoints)) {
    budget.left -= 1;
    if (budget.left < 0) return;
    const stats = folder.stat(name);
    if (stats?.isDirectory() === true) {
      using inner = folder.folder(name);
      if (inner !== undefined) walk(workspace, inner, `${shown}/${name}`, found, budget);
    } else if (name.endsWith('.md') && (stats?.isFile() === true || leadsInside(workspace, folder, name))) {
      found.push(`${shown}/${name}`);
    }
  }
}

function leadsInside(workspace: Workspace, folder: Folder, name: string): boolean {
  try {
    return realpathSync.native(join(folder.path, name)).startsWith(workspace.path + sep);
  } catch (error) {
    if (['ENOENT', 'ELOOP', 'EACCES', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
