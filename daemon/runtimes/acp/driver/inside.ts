import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

/**
 * Whether a path, relative to the workspace or absolute, lies in the workspace once all links on its way are followed.
 * The folder `.git` does not count: what stands there is run by git. `workspace` is a real path.
 */
export function isInside(workspace: string, path: string): boolean {
  if (path === '' || path.includes('\0')) return false;
  const real = realPath(resolve(workspace, path));
  if (real === undefined) return false;
  const names = relative(workspace, real).split(sep);
  return names[0] !== '..' && !names.includes('.git');
}

/** The path with its links followed, as far as it is there; undefined for one that leads nowhere, or cannot be looked at. */
function realPath(path: string): string | undefined {
  let there = path;
  const missing: string[] = [];
  try {
    while (lstatSync(there, { throwIfNoEntry: false }) === undefined) {
      missing.unshift(basename(there));
      there = dirname(there);
    }
    return join(realpathSync.native(there), ...missing);
  } catch {
    return undefined;
  }
}
