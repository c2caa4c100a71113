import { execFile } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createHandoff, type HandoffStore, openHandoffStore, type Redact } from '#daemon/handoff-store/index.ts';
import { sampleDocument } from '#tests/unit/schema/documents/handoff-document/sample-document.ts';

/** A home of its own with a store in it that holds nothing yet, and a workspace under git. */
export interface StoreScene extends AsyncDisposable {
  readonly home: string;
  readonly workspace: string;
  readonly env: NodeJS.ProcessEnv;
  readonly store: HandoffStore;
  /** Makes a folder in the home, as a repository or a plain one. */
  folder(name: string, kind: 'git' | 'plain'): Promise<string>;
  /** Stores a valid document that says `text`; returns its reference. */
  add(text: string, workspace?: string): Promise<string>;
  git(folder: string, ...args: readonly string[]): Promise<void>;
}

/** Takes `sekret-…` for a secret: enough to see where a redactor is asked. */
export const redactSekret: Redact = (text) => {
  let count = 0;
  const clean = text.replace(/sekret-\w+/g, () => {
    count += 1;
    return '[REDACTED]';
  });
  return { text: clean, count };
};

export async function storeScene(options: { readonly now?: () => Date } = {}): Promise<StoreScene> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'kernel-store-')));
  const env = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
  const store = openHandoffStore({ env, redact: redactSekret, ...options });
  const git = async (folder: string, ...args: readonly string[]) => {
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main'];
    await promisify(execFile)('git', [...identity, ...args], { cwd: folder, env });
  };
  const folder = async (name: string, kind: 'git' | 'plain') => {
    const path = join(home, name);
    await mkdir(path, { recursive: true });
    if (kind === 'git') await git(path, 'init', '-q');
    return path;
  };
  const workspace = await folder('work', 'git');
  const add = async (text: string, where = workspace) =>
    (await createHandoff(store, { workspace: where, name: 'note.md', content: sampleDocument(text) })).ref;
  return { home, workspace, env, store, folder, add, git, [Symbol.asyncDispose]: () => rm(home, { recursive: true }) };
}

/** Every path below a folder with its kind, mode, size and time, sorted: what a reader must leave as it was. */
export async function everythingIn(folder: string): Promise<string> {
  const paths = (await readdir(folder, { recursive: true })).sort();
  const lines = paths.map(async (path) => {
    const found = await lstat(join(folder, path));
    const kind = found.isDirectory() ? 'd' : found.isFile() ? 'f' : 'l';
    return `${path} ${kind} ${(found.mode & 0o777).toString(8)} ${found.size} ${found.mtimeMs}`;
  });
  return (await Promise.all(lines)).join('\n');
}
