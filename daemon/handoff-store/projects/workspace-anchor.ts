import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ANCHOR_MEMORY_MS } from '../limits.ts';
import { invalidInput } from '../store-error.ts';
import { gitCommonDir } from './git-common-dir.ts';

/** The folder a call speaks of. */
export interface Workspace {
  /** Its real path: links resolved, so that a home behind a link is the same home. */
  readonly path: string;
}

/** Opens the folder a call speaks of. Throws INVALID_INPUT when it is none. */
export function openWorkspace(workspace: string): Workspace {
  if (workspace.trim() === '' || workspace.includes('\0')) {
    throw invalidInput('workspace must be a non-empty path', 'Give the absolute path of the folder you work in.');
  }
  const expanded = workspace === '~' || workspace.startsWith('~/') ? join(homedir(), workspace.slice(1)) : workspace;
  const found = statSync(resolve(expanded), { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) {
    throw invalidInput(
      `workspace is not a directory: ${workspace}`,
      'Give the absolute path of the folder you work in.',
    );
  }
  return { path: realpathSync.native(resolve(expanded)) };
}

/** What git said of folders, each with what stood there when it was asked. */
const remembered = new Map<string, { readonly anchor: string; readonly mark: string; readonly until: number }>();

/**
 * What identifies the project of a workspace: the git folder that its worktrees share, or the folder itself where there
 * is no repository. Whole real paths, never names made from them: two folders never share one by accident. What git
 * said of a repository is remembered for some seconds while the same repository stands there, as asking takes longer
 * than everything else a read does. Throws GIT_FAILED.
 */
export async function workspaceAnchor({ path }: Workspace, env: NodeJS.ProcessEnv): Promise<string> {
  const mark = markOf(path);
  const known = remembered.get(path);
  if (known !== undefined && known.mark === mark && performance.now() < known.until) return known.anchor;
  remembered.delete(path);
  const commonDir = await gitCommonDir(path, env);
  if (commonDir === undefined) return `directory:${path}`;
  const anchor = `git:${commonDir}`;
  if (mark !== undefined) remembered.set(path, { anchor, mark, until: performance.now() + ANCHOR_MEMORY_MS });
  return anchor;
}

/**
 * What tells the repository of a folder from another one there: where it is, which folder, and that it is whole.
 * Undefined where there is none, or a file that leads to it, as in a worktree: then git is asked each time.
 */
function markOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const marker = join(at, '.git');
    const found = lstatSync(marker, { throwIfNoEntry: false });
    if (found?.isDirectory() === true) {
      const parts = ['HEAD', 'objects', 'refs'].map((name) => existsSync(join(marker, name)));
      return JSON.stringify([marker, found.dev, found.ino, parts]);
    }
    if (found !== undefined || dirname(at) === at) return undefined;
  }
}
