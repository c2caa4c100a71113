import { execFile } from 'node:child_process';
import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { GIT_TIMEOUT_MS } from '../limits.ts';
import { StoreError } from '../store-error.ts';

/** Variables that would make git speak of another repository than the folder's. */
const MISLEADING =
  /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|NAMESPACE|CEILING_DIRECTORIES|CONFIG.*)$/;
/** What lies in a folder that everybody may write to says nothing about the folders below. */
const OTHERS_MAY_WRITE = 0o002;

/**
 * The folder that all worktrees of a repository share, as a real path; undefined when `folder`, a real path, is in no
 * repository. Asks git, for 3 seconds at most. Throws GIT_FAILED rather than guess: when git is missing, slow, refuses
 * or says nothing sensible while there is something of a repository at or above the folder.
 */
export async function gitCommonDir(folder: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  // Where there is nothing up to the root that git could find, git need not be asked.
  if (repositoryMarker(folder, 0) === undefined) return undefined;
  const { failure, stdout } = await askGit(folder, env);
  if (failure === undefined) return realCommonDir(folder, stdout);
  const marker = repositoryMarker(folder, OTHERS_MAY_WRITE);
  const isNone = failure.isMissing || /not a git repository/.test(failure.said);
  if (isNone && marker === undefined) return undefined;
  throw gitFailed(folder, marker === undefined ? failure.said : `${failure.said} (though there is ${marker})`);
}

interface GitAnswer {
  readonly failure?: { readonly isMissing: boolean; readonly said: string };
  readonly stdout: Buffer;
}

function askGit(folder: string, env: NodeJS.ProcessEnv): Promise<GitAnswer> {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !MISLEADING.test(name)));
  const options = {
    cwd: folder,
    env: { ...own, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' },
    encoding: 'buffer' as const,
    timeout: GIT_TIMEOUT_MS,
    killSignal: 'SIGKILL' as const,
    maxBuffer: 64 * 1024,
  };
  return new Promise((done) => {
    execFile('git', ['rev-parse', '--git-common-dir'], options, (error, stdout, stderr) => {
      if (error === null) return done({ stdout });
      const said = error.killed ? `no answer within ${GIT_TIMEOUT_MS} ms` : firstLine(stderr) || error.message;
      done({ stdout, failure: { isMissing: error.code === 'ENOENT', said } });
    });
  });
}

function realCommonDir(folder: string, stdout: Buffer): string {
  const text = stdout.toString('utf8');
  const path = text.endsWith('\n') ? text.slice(0, -1) : '';
  // A name that is no UTF-8 does not survive being read as text.
  if (path === '' || !Buffer.from(text).equals(stdout)) throw gitFailed(folder, 'its answer is no path');
  try {
    return realpathSync.native(resolve(folder, path));
  } catch {
    throw gitFailed(folder, `it names ${path}, which cannot be opened`);
  }
}

/** What looks like a repository at or above a folder, below the first folder that has one of the bits of `end`. */
function repositoryMarker(folder: string, end: number): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (exists(join(at, '.git'))) return join(at, '.git');
    if (['HEAD', 'objects', 'refs'].every((name) => exists(join(at, name)))) return at;
    const above = dirname(at);
    if (above === at || (lstatSync(above).mode & end) !== 0) return undefined;
  }
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

const firstLine = (bytes: Buffer): string => bytes.toString('utf8').split('\n', 1)[0] ?? '';

function gitFailed(folder: string, said: string): StoreError {
  return new StoreError(
    'GIT_FAILED',
    `git cannot say which repository ${folder} belongs to: ${said}.`,
    'Mend the repository (git -C FOLDER status shows the trouble), then try again.',
  );
}
