import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bindProject, listHandoffs, listProjects, openHandoffStore, readHandoff } from '#daemon/handoff-store/index.ts';
import { refusal } from './refusal.ts';
import { everythingIn, storeScene, type StoreScene } from './store-scene.ts';

let scene: StoreScene;
beforeEach(async () => {
  scene = await storeScene();
});
afterEach(() => scene[Symbol.asyncDispose]());

const count = async (workspace: string, store = scene.store) => (await listHandoffs(store, { workspace })).items.length;
const projectOf = async (workspace: string) => (await listProjects(scene.store, { workspace })).projectId;
const commit = () => scene.git(scene.workspace, 'commit', '-q', '--allow-empty', '-m', 'first');

describe('a project is a repository', () => {
  it('that its worktrees and folders share and its clones do not', async () => {
    await commit();
    await scene.git(scene.workspace, 'worktree', 'add', '-q', '../tree');
    await scene.git(scene.home, 'clone', '-q', 'work', 'clone');
    await mkdir(join(scene.workspace, 'deep/er'), { recursive: true });
    await scene.add('x');
    expect(await count(join(scene.home, 'tree'))).toBe(1);
    expect(await count(join(scene.workspace, 'deep/er'))).toBe(1);
    expect(await count(join(scene.home, 'clone'))).toBe(0);
  });

  it('F-22: that a bare repository shares with its worktrees', async () => {
    await commit();
    await scene.git(scene.home, 'clone', '-q', '--bare', 'work', 'bare.git');
    await scene.git(join(scene.home, 'bare.git'), 'worktree', 'add', '-q', '../of-bare', 'main');
    await scene.add('x', join(scene.home, 'of-bare'));
    expect(await count(join(scene.home, 'bare.git'))).toBe(1);
    expect(await count(scene.workspace)).toBe(0);
  });

  it('of its own for a submodule', async () => {
    await commit();
    const outer = await scene.folder('outer', 'git');
    await scene.git(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../work', 'inner');
    await scene.add('x', outer);
    expect(await count(join(outer, 'inner'))).toBe(0);
    expect(await count(scene.workspace)).toBe(0);
  });

  it('or the folder itself without one', async () => {
    const plain = await scene.folder('plain', 'plain');
    await scene.add('x', plain);
    expect(await count(plain)).toBe(1);
    await mkdir(join(plain, 'below'));
    expect(await count(join(plain, 'below'))).toBe(0);
  });

  it.each([
    ['외주/app', '개인/app'],
    ['a_b', 'a-b'],
    ['a-b', 'a.b'],
    ['spec-rl', 'spec/rl'],
    [' leading', 'leading'],
    ['caf\u00e9', 'cafe\u0301'],
    ['line\nbreak', 'line break'],
    ['Upper', 'upper'],
  ])('so that %j and %j are two', async (one, other) => {
    const [a, b] = [await scene.folder(one, 'plain'), await scene.folder(other, 'plain')];
    await scene.add('x', a);
    expect([await count(a), await count(b)]).toEqual([1, 0]);
    await scene.add('y', b);
    expect(await projectOf(a)).not.toBe(await projectOf(b));
  });

  it('whatever variables a git hook runs us with', async () => {
    const other = await scene.folder('other', 'git');
    const env = { ...scene.env, GIT_DIR: join(other, '.git'), GIT_WORK_TREE: other };
    await scene.add('x');
    expect(await count(scene.workspace, openHandoffStore({ env, redact: scene.store.redact }))).toBe(1);
  });
});

describe('a repository that cannot be asked is an error, never a guess', () => {
  it.each([
    ['an empty .git', (folder: string) => mkdir(join(folder, '.git'))],
    ['a .git file that leads nowhere', (folder: string) => writeFile(join(folder, '.git'), 'gitdir: /nowhere\n')],
    ['a .git that is a broken link', (folder: string) => symlink('/nowhere', join(folder, '.git'))],
  ])('%s, also above the workspace', async (_what, spoil) => {
    const folder = await scene.folder('broken/inside', 'plain');
    await spoil(join(scene.home, 'broken'));
    const before = await everythingIn(scene.home);
    await expect(scene.add('x', folder)).rejects.toEqual(refusal('GIT_FAILED'));
    await expect(count(folder)).rejects.toEqual(refusal('GIT_FAILED'));
    expect(await everythingIn(scene.home)).toBe(before);
  });

  it('a git that does not answer, or answers nonsense', async () => {
    const bin = await scene.folder('bin', 'plain');
    const env = { ...scene.env, PATH: `${bin}:${scene.env['PATH'] ?? ''}` };
    const store = openHandoffStore({ env, redact: scene.store.redact });
    for (const script of ['echo', 'printf "/nowhere\\n"', 'exec sleep 60', 'printf "\\377\\n"', 'kill -9 $$']) {
      await writeFile(join(bin, 'git'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      await expect(count(scene.workspace, store)).rejects.toEqual(refusal('GIT_FAILED'));
    }
  });

  it('no git at all where there is a repository; without one the folder is enough', async () => {
    const store = openHandoffStore({ env: { HOME: scene.home, PATH: '/nowhere' }, redact: scene.store.redact });
    await expect(count(scene.workspace, store)).rejects.toEqual(refusal('GIT_FAILED'));
    expect(await count(await scene.folder('plain', 'plain'), store)).toBe(0);
  });
});

describe('a binding', () => {
  it('can be given to a folder that was moved', async () => {
    const ref = await scene.add('x');
    const projectId = (await projectOf(scene.workspace)) ?? '';
    const moved = join(scene.home, 'moved');
    await rename(scene.workspace, moved);
    expect(await count(moved)).toBe(0);
    const bound = await bindProject(scene.store, { workspace: moved, projectId });
    expect(bound).toEqual({ projectId, label: 'work', previousProjectId: null, replaced: false });
    expect(await readHandoff(scene.store, { workspace: moved, ref })).toMatchObject({ ref });
  });

  it('is replaced only when that is said', async () => {
    const other = await scene.folder('other', 'git');
    await scene.add('x');
    await scene.add('y', other);
    const [mine, theirs] = [(await projectOf(scene.workspace)) ?? '', (await projectOf(other)) ?? ''];
    const input = { workspace: scene.workspace, projectId: theirs };
    await expect(bindProject(scene.store, input)).rejects.toEqual(refusal('BINDING_EXISTS', /replace=true required/));
    expect(await bindProject(scene.store, { ...input, replace: true })).toMatchObject({
      previousProjectId: mine,
      replaced: true,
    });
    expect(await bindProject(scene.store, input)).toMatchObject({ previousProjectId: theirs, replaced: false });
  });

  it('to a project that is not there is refused', async () => {
    const input = { workspace: scene.workspace, projectId: '01a2293e-7ad5-71f6-9bc2-5f72a0235285' };
    await expect(bindProject(scene.store, input)).rejects.toEqual(refusal('NOT_FOUND'));
    await expect(bindProject(scene.store, { ...input, projectId: '../x' })).rejects.toEqual(refusal('INVALID_INPUT'));
  });

  it('that is garbage is an error and is not overwritten', async () => {
    await scene.add('x');
    const bindings = join(scene.home, '.local/state/kernel/bindings');
    const before = await everythingIn(bindings);
    const file = join(bindings, before.split(' ')[0] ?? '');
    await writeFile(file, '{"schema_version":9}');
    await expect(scene.add('y')).rejects.toEqual(refusal('CORRUPT'));
    await rm(file);
    expect(await count(scene.workspace)).toBe(0);
  });

  it('lists projects in pages that belong to their request', async () => {
    for (const name of ['a', 'b', 'c']) await scene.add('x', await scene.folder(name, 'plain'));
    const { workspace } = scene;
    const first = await listProjects(scene.store, { workspace, limit: 2 });
    const rest = await listProjects(scene.store, { workspace, limit: 2, cursor: first.nextCursor ?? '' });
    expect([...first.projects, ...rest.projects].map(({ label }) => label).sort()).toEqual(['a', 'b', 'c']);
    expect([first.totalCount, rest.nextCursor]).toEqual([3, null]);
    const wrong = listHandoffs(scene.store, { workspace, cursor: first.nextCursor ?? '' });
    await expect(wrong).rejects.toEqual(refusal('CURSOR_MISMATCH'));
  });
});
