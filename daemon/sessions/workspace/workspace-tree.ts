import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Git, largeFiles, standInFor } from './large-files.ts';

const run = promisify(execFile);

/** Longest time that git may take over one look at a workspace, in milliseconds, and most bytes it may say. */
const GIT_TIMEOUT_MS = 120_000;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** Larger files stand in a tree as their size and the time of their change, so that none is copied to be compared. */
const MAX_COPIED_BYTES = 32 * 1024 * 1024;

/** Paths that one question to git names at most, and repositories without a commit inside a workspace that are borne. */
const PATHS_AT_ONCE = 100;
const MAX_PASSED_OVER = 20;

/** One path that was touched, with two line counts. Binary files count as zero and zero. */
export interface TouchedFile {
  readonly path: string;
  readonly insertions: number;
  readonly deletions: number;
}

/**
 * Settings that keep a repository's own configuration from running programs while it is only looked at, and what is read
 * of it from other users of the machine.
 */
const QUIET = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'gc.auto=0', 'core.sharedRepository=0600'].flatMap(
  (setting) => ['-c', setting],
);

/**
 * Looks at a workspace through git without touching its repository: the state of all its files, those that git does not
 * track yet and those changed before among them, is one tree, and two of them compared tell what changed in between,
 * whatever was committed. Ignored files are not looked at. New objects and the index lie in `folder`.
 */
export class WorkspaceTree {
  readonly #workspace: string;
  readonly #folder: string;
  readonly #maxCopiedBytes: number;

  constructor(workspace: string, folder: string, maxCopiedBytes = MAX_COPIED_BYTES) {
    this.#workspace = workspace;
    this.#folder = resolve(folder);
    this.#maxCopiedBytes = maxCopiedBytes;
  }

  /** The tree of the workspace as it is now, by its hash. Throws when git cannot tell, or is not installed. */
  async take(): Promise<string> {
    const env = await this.#place();
    const git: Git = (args, input) => this.#git(args, env, input);
    const large = await largeFiles(git, this.#workspace, this.#maxCopiedBytes);
    await this.#add(
      env,
      large.map(({ path }) => path),
    );
    await standInFor(git, large);
    return (await this.#git(['write-tree'], env)).toString('utf8').trim();
  }

  /** The commit that HEAD names and its branch, null for a detached one. Undefined without a repository or a commit. */
  async head(): Promise<{ readonly head: string; readonly branch: string | null } | undefined> {
    const head = await this.#said(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
    if (head === undefined) return undefined;
    return { head, branch: (await this.#said(['symbolic-ref', '--quiet', '--short', 'HEAD'])) ?? null };
  }

  /** The tree of a revision, such as a branch; undefined where it names none. */
  async treeOf(revision: string): Promise<string | undefined> {
    return revision.startsWith('-')
      ? undefined
      : this.#said(['rev-parse', '--verify', '--quiet', `${revision}^{tree}`]);
  }

  /** The tree that holds nothing, against which every file is new. */
  async emptyTree(): Promise<string> {
    const args = ['hash-object', '-t', 'tree', '/dev/null'];
    return (await this.#git(args, await this.#place())).toString('utf8').trim();
  }

  /** Commits between HEAD and another commit, both ways; undefined where that commit is not known here. */
  async distance(from: string): Promise<{ readonly ahead: number; readonly behind: number } | undefined> {
    const counts = await this.#said(['rev-list', '--left-right', '--count', `${from}...HEAD`]);
    const [behind, ahead] = (counts ?? '').split('\t').map(Number);
    return counts === undefined || behind === undefined || ahead === undefined ? undefined : { ahead, behind };
  }

  /** Of these paths those that a tree does not hold, be they written in NFC, as reports have them, or in NFD. */
  async missing(tree: string, paths: readonly string[]): Promise<string[]> {
    const env = await this.#place();
    const held = new Set<string>();
    for (let at = 0; at < paths.length; at += PATHS_AT_ONCE) {
      const some = paths.slice(at, at + PATHS_AT_ONCE).flatMap((path) => [path, path.normalize('NFD')]);
      const args = ['ls-tree', '--full-tree', '--name-only', '-z', tree, '--', ...some];
      for (const name of (await this.#git(args, env)).toString('utf8').split('\0')) held.add(name.normalize('NFC'));
    }
    return paths.filter((path) => !held.has(path.normalize('NFC')));
  }

  /**
   * Adds what lies in the workspace to our index, but for what is left out. What git passes over for a reason of its own (a file that may not be
   * read, a repository inside that has no commit) is not in the tree, and the rest is.
   */
  async #add(env: NodeJS.ProcessEnv, leftOut: readonly string[]): Promise<void> {
    const passedOver: string[] = [];
    for (;;) {
      const paths = ['.', ...[...leftOut, ...passedOver].map((path) => `:(exclude,literal)${path}`)];
      const stderr = await this.#git(['add', '--all', '--ignore-errors', '--', ...paths], env).then(
        () => '',
        (error: { code?: unknown; stderr?: Buffer }) => {
          if (error.code === 1) return '';
          if (error.code === 128) return error.stderr?.toString('utf8') ?? '';
          throw error;
        },
      );
      if (stderr === '') return;
      const empty = /^error: '(.+)\/' does not have a commit checked out$/m.exec(stderr)?.[1];
      if (empty === undefined || passedOver.length >= MAX_PASSED_OVER) throw new Error(stderr.trim());
      passedOver.push(empty);
    }
  }

  /** What a question to the repository answers, in one line; undefined where git has no answer. */
  #said(args: readonly string[]): Promise<string | undefined> {
    return this.#git(args, {}).then(
      (said) => said.toString('utf8').trim(),
      (error: { code?: unknown }) => {
        if (typeof error.code === 'number') return undefined;
        throw error;
      },
    );
  }

  /** What differs between two trees. A rename is a removal and an addition, since both paths were touched. */
  async compare(before: string, after: string): Promise<TouchedFile[]> {
    const env = await this.#place();
    const args = [
      'diff-tree',
      '-r',
      '-z',
      '--numstat',
      '--no-renames',
      '--no-ext-diff',
      '--no-textconv',
      before,
      after,
    ];
    return parseNumstat(await this.#git(args, env));
  }

  /** Where git keeps what it learns: beside a repository that is there, or in one of our own where there is none. */
  async #place(): Promise<NodeJS.ProcessEnv> {
    await mkdir(join(this.#folder, 'objects'), { recursive: true, mode: 0o700 });
    const own = { GIT_INDEX_FILE: join(this.#folder, 'index'), GIT_OBJECT_DIRECTORY: join(this.#folder, 'objects') };
    const there = await this.#gitPath('objects').catch((error: { stderr?: Buffer }) => {
      if (error.stderr?.includes('not a git repository') === true) return undefined;
      throw error;
    });
    if (there !== undefined) {
      await this.#beginWithIndex(own.GIT_INDEX_FILE);
      return { ...own, GIT_ALTERNATE_OBJECT_DIRECTORIES: there };
    }
    const gitDir = join(this.#folder, 'repository');
    if (!(await exists(join(gitDir, 'HEAD')))) await run('git', ['init', '--quiet', '--bare', '--shared=0600', gitDir]);
    return { ...own, GIT_DIR: gitDir, GIT_WORK_TREE: this.#workspace };
  }

  /** The repository's index knows which files are unchanged, so that only the others are read. */
  async #beginWithIndex(index: string): Promise<void> {
    if (await exists(index)) return;
    const theirs = await this.#gitPath('index');
    if (!(await exists(theirs))) return;
    await copyFile(theirs, index);
    await chmod(index, 0o600);
  }

  async #gitPath(name: string): Promise<string> {
    const said = await this.#git(['rev-parse', '--git-path', name], {});
    return resolve(this.#workspace, said.toString('utf8').replace(/\n$/, ''));
  }

  async #git(args: readonly string[], env: NodeJS.ProcessEnv, input?: string): Promise<Buffer> {
    const { PATH, HOME } = process.env;
    const options = { cwd: this.#workspace, env: { PATH, HOME, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', ...env } };
    const limits = { timeout: GIT_TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES, encoding: 'buffer' } as const;
    const running = run('git', [...QUIET, ...args], { ...options, ...limits });
    // Where git ends before it has read all, its exit tells why.
    if (input !== undefined) running.child.stdin?.on('error', () => undefined).end(input);
    return (await running).stdout;
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Reads `12<TAB>3<TAB>path<NUL>…`. Names may hold any character but NUL. */
function parseNumstat(bytes: Buffer): TouchedFile[] {
  return bytes
    .toString('utf8')
    .split('\0')
    .flatMap((entry) => {
      const [, insertions, deletions, path] = /^(\d+|-)\t(\d+|-)\t([^]+)$/.exec(entry) ?? [];
      return path === undefined ? [] : [{ path, insertions: count(insertions), deletions: count(deletions) }];
    });
}

const count = (text: string | undefined): number => (text === undefined || text === '-' ? 0 : Number(text));
