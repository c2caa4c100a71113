import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WorkspaceTree } from '#daemon/sessions/workspace/workspace-tree.ts';

let folder: string;
let workspace: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kernel-tree-'));
  workspace = mkdtempSync(join(tmpdir(), 'kernel-workspace-'));
});
afterEach(() => {
  for (const made of [folder, workspace]) rmSync(made, { recursive: true });
});

const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace, stdio: 'pipe' }).toString('utf8');

it('tells what was touched in a folder without a repository, odd names whole', async () => {
  writeFileSync(join(workspace, 'kept.txt'), 'same\n');
  const tree = new WorkspaceTree(workspace, folder);
  const before = await tree.take();
  writeFileSync(join(workspace, ' café\n.txt'), 'one\ntwo\n');
  expect(await tree.compare(before, await tree.take())).toEqual([{ path: ' café\n.txt', insertions: 2, deletions: 0 }]);
});

it('tells what a session touched, and leaves the repository, its index and its objects as they were', async () => {
  git('init', '--quiet');
  writeFileSync(join(workspace, 'dirty.txt'), 'changed before\n');
  const objects = git('count-objects', '-v');
  const tree = new WorkspaceTree(workspace, folder);
  const before = await tree.take();
  writeFileSync(join(workspace, 'new.txt'), 'one\n');
  expect(await tree.compare(before, await tree.take())).toEqual([{ path: 'new.txt', insertions: 1, deletions: 0 }]);
  expect(git('count-objects', '-v')).toBe(objects);
  expect(git('status', '--porcelain')).toBe('?? dirty.txt\n?? new.txt\n');
});

it.each([true, false])('keeps what it reads for its user alone (of a repository: %j)', async (isRepository) => {
  if (isRepository) git('init', '--quiet');
  mkdirSync(join(workspace, 'below'));
  for (const name of ['a.txt', 'below/b.txt']) writeFileSync(join(workspace, name), name);
  if (isRepository) git('add', 'a.txt');
  await new WorkspaceTree(workspace, folder).take();
  const made = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(made.length).toBeGreaterThan(4);
  expect(made.filter((path) => statSync(join(folder, path)).mode & 0o077)).toEqual([]);
});

it('refuses a repository that git cannot read, rather than take it for none', async () => {
  git('init', '--quiet');
  git('config', 'core.repositoryFormatVersion', '99');
  await expect(new WorkspaceTree(workspace, folder).take()).rejects.toThrow('found 99');
});

it.each(['', 'package/'])('tells of a large file that it changed, without copying it (in %j)', async (below) => {
  git('init', '--quiet');
  const inside = join(workspace, below);
  mkdirSync(join(inside, 'models'), { recursive: true });
  const name = 'models/ model *.bin';
  const write = (byte: string) => writeFileSync(join(inside, name), byte.repeat(2_000_000));
  write('a');
  const tree = new WorkspaceTree(inside, folder, 1_000_000);
  const before = await tree.take();
  expect(await tree.take()).toBe(before);
  write('b');
  const changed = await tree.take();
  const touched = { path: `${below}${name}`, insertions: 0, deletions: 0 };
  expect(await tree.compare(before, changed)).toEqual([touched]);
  expect(execFileSync('du', ['-sk', folder]).toString('utf8')).toMatch(/^\d{1,3}\t/);
  rmSync(join(inside, name));
  writeFileSync(join(inside, 'small.txt'), 'one\n');
  const added = { path: `${below}small.txt`, insertions: 1, deletions: 0 };
  expect(await tree.compare(changed, await tree.take())).toEqual([touched, added]);
});
