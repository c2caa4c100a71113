import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

/** Runs git in a workspace, with `input` as its standard input. */
export type Git = (args: readonly string[], input?: string) => Promise<Buffer>;

/** A file that is not copied to be compared. */
export interface LargeFile {
  /** From the folder that git is asked in. */
  readonly path: string;
  readonly mode: '100644' | '100755';
  /** What stands for its bytes. */
  readonly standIn: string;
}

/** Files that are stood in for at one look; a workspace with more of them is not one that an agent changes by hand. */
const MAX_LARGE_FILES = 500;

/** What is gone meanwhile, or lies where this user may not look: git says by itself what it passes over. */
const LEFT_TO_GIT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EACCES']);

/** The files above `maxBytes` that git would copy to know them: those it does not track, and those that changed. */
export async function largeFiles(git: Git, workspace: string, maxBytes: number): Promise<LargeFile[]> {
  const asked = ['ls-files', '-z', '--others', '--modified', '--exclude-standard'];
  const paths = new Set((await git(asked)).toString('utf8').split('\0'));
  const large: LargeFile[] = [];
  for (const path of paths) {
    if (path === '' || large.length >= MAX_LARGE_FILES) continue;
    const found = await lstat(join(workspace, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== undefined && LEFT_TO_GIT.has(error.code)) return undefined;
      throw error;
    });
    if (found === undefined || !found.isFile() || found.size <= maxBytes) continue;
    const mode = (found.mode & 0o100) === 0 ? '100644' : '100755';
    // With a NUL git takes it for binary, of which no lines are counted.
    large.push({ path, mode, standIn: `\0${found.size} bytes, changed ${found.mtimeMs}` });
  }
  return large;
}

/** Puts what stands for these files into the index. */
export async function standInFor(git: Git, files: readonly LargeFile[]): Promise<void> {
  if (files.length === 0) return;
  const prefix = (await git(['rev-parse', '--show-prefix'])).toString('utf8').replace(/\n$/, '');
  let entries = '';
  for (const { path, mode, standIn } of files) {
    const hash = (await git(['hash-object', '-w', '--stdin'], standIn)).toString('utf8').trim();
    entries += `${mode} ${hash}\t${prefix}${path}\0`;
  }
  await git(['update-index', '-z', '--index-info'], entries);
}
