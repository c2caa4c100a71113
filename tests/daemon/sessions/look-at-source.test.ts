import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lookAgain, pinOf } from '#daemon/sessions/workspace/look-at-source.ts';
import type { WorkspaceTree } from '#daemon/sessions/workspace/workspace-tree.ts';
import { freshnessFindings } from '#schema/documents/freshness/findings.ts';
import type { SourcePin } from '#schema/documents/freshness/source-pin.ts';
import { gitScene } from './workspace-git.ts';

async function pin(tree: WorkspaceTree, touched: string[] = []): Promise<SourcePin> {
  const found = await pinOf({ tree, taken: await tree.take() }, touched);
  if (found === undefined) throw new Error('nothing to pin');
  return found;
}

async function codes(tree: WorkspaceTree, from: SourcePin, named: string[] = []) {
  const look = await lookAgain({ tree, taken: await tree.take() }, from, named);
  return freshnessFindings(from, look).map(({ code, message }) => `${code}: ${message}`);
}

it('F-10 tells that a checkout is 183 commits behind the source, and the reverse', async () => {
  using scene = gitScene();
  scene.git('init', '--quiet', '-b', 'main');
  scene.write('a.txt', 'first\n');
  scene.commit('first');
  const stream = Array.from(
    { length: 183 },
    (_, n) =>
      `commit refs/heads/main\ncommitter T <t@example.com> ${1_700_000_000 + n} +0000\ndata 1\nx\n${n === 0 ? 'from refs/heads/main^0\n' : ''}M 644 inline a.txt\ndata <<E\n${n}\nE\n`,
  ).join('\n');
  const old = scene.tree();
  const behind = await pin(old);
  execFileSync('git', ['fast-import', '--quiet', '--force'], { cwd: scene.folder, input: stream });
  scene.git('reset', '--quiet', '--hard', 'main');
  const ahead = await pin(scene.tree());
  expect((await codes(scene.tree(), behind))[0]).toMatch(/^HEAD_AHEAD: .*183 commits ahead/);
  scene.git('checkout', '--quiet', behind.head);
  const found = await codes(scene.tree(), ahead);
  expect(found[0]).toMatch(/^HEAD_BEHIND: .*183 commits behind/);
  expect(found[1]).toBe('OTHER_BRANCH: The source was on branch "main"; this is no branch.');
});

it('F-11 tells of commits and uncommitted lines that followed a clean tree, and of nothing where none did', async () => {
  using scene = gitScene();
  scene.git('init', '--quiet', '-b', 'main');
  scene.write('a.txt', 'one\n');
  scene.commit('one');
  const clean = await pin(scene.tree());
  expect(clean).toMatchObject({ branch: 'main', uncommittedFiles: 0 });
  expect(await codes(scene.tree(), clean, ['a.txt'])).toEqual([]);
  scene.write('a.txt', 'two\n');
  scene.commit('two');
  scene.commit('three');
  scene.write('new.txt', 'x\n'.repeat(60));
  expect(await codes(scene.tree(), clean, ['a.txt', 'gone.txt'])).toEqual([
    expect.stringMatching(/^HEAD_AHEAD: .*2 commits ahead/),
    'UNCOMMITTED_HERE: 1 file here is not committed.',
    'FILES_GONE: 1 file that the package names is not here: "gone.txt".',
  ]);
});

it('finds the same uncommitted files the same, and what the source removed itself not gone', async () => {
  using scene = gitScene();
  scene.git('init', '--quiet');
  scene.write('old.txt', 'x\n');
  scene.commit('one');
  rmSync(join(scene.folder, 'old.txt'));
  scene.write('café.txt'.normalize('NFD'), 'y\n');
  const dirty = await pin(scene.tree(), ['old.txt', 'café.txt'.normalize('NFC')]);
  expect(dirty).toMatchObject({ uncommittedFiles: 2, goneFiles: ['old.txt'] });
  expect(await codes(scene.tree(), dirty, ['old.txt', 'café.txt'.normalize('NFC')])).toEqual([]);
});

it('tells of a commit that is not known there, and of a folder without one', async () => {
  using scene = gitScene();
  using other = gitScene();
  scene.git('init', '--quiet');
  scene.write('a.txt', 'x\n');
  scene.commit('here');
  const from = await pin(scene.tree());
  other.write('a.txt', 'x\n');
  expect((await codes(other.tree(), from))[0]).toMatch(/^NO_COMMIT/);
  other.git('init', '--quiet');
  expect((await codes(other.tree(), from))[0]).toMatch(/^NO_COMMIT/);
  other.commit('there');
  expect((await codes(other.tree(), from))[0]).toMatch(/^UNKNOWN_COMMIT/);
});

it('pins nothing without a repository or a commit', async () => {
  using scene = gitScene();
  const tree = scene.tree();
  expect(await pinOf({ tree, taken: await tree.take() }, [])).toBeUndefined();
  scene.git('init', '--quiet');
  const fresh = scene.tree();
  expect(await pinOf({ tree: fresh, taken: await fresh.take() }, [])).toBeUndefined();
});

it('F-34 F-35 tells odd names whole, renames and copies as what both paths are, and untracked files', async () => {
  using scene = gitScene();
  scene.git('init', '--quiet');
  scene.git('config', 'core.quotePath', 'true');
  scene.write('from.txt', 'a\nb\nc\n');
  scene.commit('one');
  const tree = scene.tree();
  const before = await tree.take();
  scene.git('mv', 'from.txt', 'to.txt');
  const names = [' leading.txt', '报告.txt', 'tab\there.txt', 'line\nbreak.txt', '"quoted".txt', 'back\\slash.txt'];
  for (const name of [...names, 'copy.txt']) scene.write(name, 'a\nb\nc\n');
  const found = await tree.compare(before, await tree.take());
  expect(found.map(({ path }) => path).sort()).toEqual([...names, 'copy.txt', 'from.txt', 'to.txt'].sort());
  expect(found.find(({ path }) => path === 'from.txt')).toEqual({ path: 'from.txt', insertions: 0, deletions: 3 });
  expect(found.find(({ path }) => path === '报告.txt')).toMatchObject({ insertions: 3, deletions: 0 });
});

it('looks at worktrees, at submodules and at a folder inside a repository', async () => {
  using scene = gitScene();
  using library = gitScene();
  library.git('init', '--quiet');
  library.write('lib.txt', 'x\n');
  library.commit('library');
  scene.git('init', '--quiet', '-b', 'main');
  scene.git('submodule', '--quiet', 'add', library.folder, 'lib');
  mkdirSync(join(scene.folder, 'src'));
  scene.write('src/a.txt', 'x\n');
  scene.commit('one');
  const inside = scene.tree(join(scene.folder, 'src'));
  const before = await inside.take();
  scene.write('src/b.txt', 'y\n');
  expect(await inside.compare(before, await inside.take())).toEqual([
    { path: 'src/b.txt', insertions: 1, deletions: 0 },
  ]);
  const worktree = join(scene.folder, '..', 'second');
  scene.git('worktree', 'add', '--quiet', '-b', 'side', worktree);
  expect(await pin(scene.tree(worktree))).toMatchObject({ branch: 'side', uncommittedFiles: 0 });
  library.commit('more');
  const whole = scene.tree();
  const base = await whole.take();
  execFileSync('git', ['pull', '--quiet'], { cwd: join(scene.folder, 'lib') });
  expect((await whole.compare(base, await whole.take())).map(({ path }) => path)).toEqual(['lib']);
});

it('passes over a repository without a commit inside the workspace, and a file that may not be read', async () => {
  using scene = gitScene();
  scene.git('init', '--quiet');
  const tree = scene.tree();
  const before = await tree.take();
  scene.git('init', '--quiet', 'inner');
  scene.write('inner/x.txt', 'x\n');
  scene.write('locked.txt', 'x\n');
  chmodSync(join(scene.folder, 'locked.txt'), 0o000);
  scene.write('seen.txt', 'x\n');
  const found = (await tree.compare(before, await tree.take())).map(({ path }) => path);
  expect(found).toContain('seen.txt');
  expect(found.some((path) => path.startsWith('inner'))).toBe(false);
});

it('refuses a bare repository, which has no files to look at', async () => {
  using scene = gitScene();
  scene.git('init', '--quiet', '--bare');
  await expect(scene.tree().take()).rejects.toThrow('work tree');
});
