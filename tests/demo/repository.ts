import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A checkout with history: the revision where the session of the story began, and what it says about itself. */
export interface Repository {
  readonly folder: string;
  readonly base: string;
  readonly description: string;
}

/** How far back the story begins, in commits, where history goes that far. */
const COMMITS_BACK = 10;
const PATH_OF_UMLAUTS = 'src/größe und maß.ts';

/**
 * This project's own history, as far back as the clone has it. A copy without history, or with a single commit, has
 * nothing to report; then a small repository is made under `scratch` and the description says so.
 */
export async function findRepository(scratch: string): Promise<Repository> {
  const folder = process.cwd();
  const commits = await git(folder, 'rev-list', '--first-parent', '--count', 'HEAD').then(Number, () => 0);
  if (commits < 2) return makeRepository(join(scratch, 'repository'));
  const back = Math.min(COMMITS_BACK, commits - 1);
  const base = (await git(folder, 'rev-parse', `HEAD~${back}`)).trim();
  return { folder, base, description: `this repository: its last ${back} commits, since ${base.slice(0, 8)}` };
}

async function makeRepository(folder: string): Promise<Repository> {
  await mkdir(join(folder, 'src'), { recursive: true });
  await git(folder, 'init', '--quiet');
  await writeFile(join(folder, 'README.md'), 'A small thing.\n');
  await commit(folder, 'Begin');
  await writeFile(join(folder, 'src', 'slugify.ts'), 'export const slugify = (text: string) => text.toLowerCase();\n');
  await writeFile(join(folder, PATH_OF_UMLAUTS), 'export const size = 1;\n');
  await commit(folder, 'Add slugify');
  const description =
    'a repository made for this run: the copy of the project that runs here has no history to tell from';
  return { folder, base: 'HEAD~1', description };
}

async function commit(folder: string, message: string): Promise<void> {
  await git(folder, 'add', '.');
  await git(
    folder,
    '-c',
    'user.name=Demo',
    '-c',
    'user.email=demo@example.org',
    'commit',
    '--quiet',
    '--message',
    message,
  );
}

/** The report that a machine would send: `git diff --numstat -z` between the base and HEAD. */
export async function numstat({ folder, base }: Repository): Promise<Uint8Array> {
  const args = ['-C', folder, 'diff', '--numstat', '-z', '--no-renames', base, 'HEAD'];
  const { stdout } = await promisify(execFile)('git', args, { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

async function git(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['-C', folder, ...args]);
  return stdout;
}
