import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What a machine would report of a checkout, and where that comes from. */
export interface WorkspaceReport {
  /** As `git diff --numstat -z` prints it. */
  readonly numstat: Uint8Array;
  readonly description: string;
}

/** How far back the story begins, in commits, where history goes that far. */
const COMMITS_BACK = 10;
const BY_HAND = '3\t0\tsrc/slugify.ts\u00001\t0\tsrc/größe und maß.ts\u0000';

/**
 * The report on this project's own history, as far back as the clone has it. A copy without history, or with a single
 * commit, has nothing to tell; then a small repository is made under `scratch`. Without git the report is written by
 * hand. The description says which of these it was.
 */
export async function workspaceReport(scratch: string): Promise<WorkspaceReport> {
  const folder = process.cwd();
  if (!(await hasGit())) return { numstat: Buffer.from(BY_HAND), description: 'a hand: git is not installed here' };
  const commits = await git(folder, 'rev-list', '--first-parent', '--count', 'HEAD').then(Number, () => 0);
  if (commits < 2) return reportOfMadeRepository(join(scratch, 'repository'));
  const back = Math.min(COMMITS_BACK, commits - 1);
  return { numstat: await numstat(folder, `HEAD~${back}`), description: `this repository: its last ${back} commits` };
}

async function reportOfMadeRepository(folder: string): Promise<WorkspaceReport> {
  await mkdir(join(folder, 'src'), { recursive: true });
  await git(folder, 'init', '--quiet');
  await writeFile(join(folder, 'README.md'), 'A small thing.\n');
  await commit(folder, 'Begin');
  await writeFile(join(folder, 'src', 'slugify.ts'), 'export const slugify = (text: string) => text.toLowerCase();\n');
  await writeFile(join(folder, 'src', 'größe und maß.ts'), 'export const size = 1;\n');
  await commit(folder, 'Add slugify');
  const description = 'a repository made for this run: this copy of the project has no history to tell from';
  return { numstat: await numstat(folder, 'HEAD~1'), description };
}

async function commit(folder: string, message: string): Promise<void> {
  const author = ['-c', 'user.name=Demo', '-c', 'user.email=demo@example.org', '-c', 'commit.gpgsign=false'];
  await git(folder, 'add', '.');
  await git(folder, ...author, 'commit', '--quiet', '--message', message);
}

async function numstat(folder: string, base: string): Promise<Uint8Array> {
  const args = ['-C', folder, 'diff', '--numstat', '-z', '--no-renames', base, 'HEAD'];
  const { stdout } = await promisify(execFile)('git', args, { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

const hasGit = (): Promise<boolean> =>
  promisify(execFile)('git', ['--version']).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

async function git(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['-C', folder, ...args]);
  return stdout;
}
