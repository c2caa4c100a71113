import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Folder } from '../files/folder.ts';
import type { Workspace } from '../projects/workspace-anchor.ts';
import { invalidInput, StoreError, storeErrorOf } from '../store-error.ts';

/** A place inside a workspace: the real names that lead there from its root, the last one maybe not there yet. */
export interface PathInside {
  readonly folders: readonly string[];
  readonly name: string;
  /** As it is shown and listed: relative to the workspace, with slashes. */
  readonly shown: string;
}

/**
 * Resolves a path, relative to the workspace or absolute, links included, and refuses it unless it then lies inside.
 * Nothing is opened: whoever opens it walks `folders` without following links. Throws OUTSIDE_WORKSPACE, INVALID_INPUT.
 */
export function pathInside(workspace: Workspace, path: string): PathInside {
  if (path.trim() === '' || path.includes('\0')) {
    throw invalidInput(
      'path must be a non-empty path',
      'Give a path relative to the workspace, such as handoffs/a.md.',
    );
  }
  const real = realPath(isAbsolute(path) ? path : join(workspace.path, path));
  const inside = relative(workspace.path, real);
  if (inside === '') {
    throw invalidInput(
      'path must identify a file, not the workspace directory',
      'Give a path relative to the workspace, such as handoffs/a.md.',
    );
  }
  const names = inside.split(sep);
  if (isAbsolute(inside) || names[0] === '..') {
    throw new StoreError('OUTSIDE_WORKSPACE', 'path must remain inside workspace', 'Give a path below the workspace.');
  }
  return { folders: names.slice(0, -1), name: names.at(-1) ?? '', shown: names.join('/') };
}

/** The path with its links resolved, as far as it is there. A link that leads nowhere leads outside. */
function realPath(path: string): string {
  let there = resolve(path);
  const missing: string[] = [];
  while (lstatSync(there, { throwIfNoEntry: false }) === undefined) {
    missing.unshift(basename(there));
    there = dirname(there);
  }
  try {
    return join(realpathSync.native(there), ...missing);
  } catch (error) {
    throw storeErrorOf(error, there);
  }
}

/** Opens the folder that a place lies in; undefined when it is not there, or made as far as it is missing. */
export function openFolderOf(workspace: Workspace, { folders }: PathInside, make = false): Folder | undefined {
  let folder = Folder.open(workspace.path, 'plain');
  for (const name of folders) {
    using above = folder;
    folder = make ? above?.makeFolder(name) : above?.folder(name);
  }
  return folder;
}
