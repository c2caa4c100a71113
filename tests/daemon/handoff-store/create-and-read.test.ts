import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createHandoff,
  listHandoffs,
  listProjects,
  openHandoffStore,
  readHandoff,
  searchHandoffs,
  type StoreError,
  validateHandoff,
} from '#daemon/handoff-store/index.ts';
import { sampleDocument } from '#tests/unit/schema/documents/handoff-document/sample-document.ts';
import { refusal } from './refusal.ts';
import { everythingIn, storeScene, type StoreScene } from './store-scene.ts';

let scene: StoreScene;
beforeEach(async () => {
  scene = await storeScene();
});
afterEach(() => scene[Symbol.asyncDispose]());

const create = (input: Record<string, unknown>) =>
  createHandoff(scene.store, { workspace: scene.workspace, name: 'a.md', ...input });
const read = (ref: string, workspace = scene.workspace) => readHandoff(scene.store, { workspace, ref });
const recordFolder = (ref: string) => {
  const [, project, handoff] = /^handoff:\/\/(.+)\/(.+)$/.exec(ref) ?? [];
  return join(scene.home, '.local/share/kernel/projects', project ?? '', 'handoffs', handoff ?? '');
};

describe('creating', () => {
  it('stores a record outside the workspace and gives a reference to it', async () => {
    const content = sampleDocument('naïve — 报告 🎯');
    const created = await create({ content });
    expect(created.ref).toMatch(/^handoff:\/\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/);
    expect(await readdir(scene.workspace)).toEqual(['.git']);
    const found = await read(created.ref);
    expect(found).toMatchObject({ content, name: 'a.md', isValid: true, bytes: Buffer.byteLength(content) });
    expect(found.sha256).toBe(created.sha256);
  });

  it('makes folders of 0700 and files of 0600 only', async () => {
    const { ref } = await create({ content: sampleDocument() });
    expect((await stat(recordFolder(ref))).mode & 0o777).toBe(0o700);
    const listed = await everythingIn(join(scene.home, '.local'));
    const modes = listed.split('\n').map((line) => line.split(' ').slice(1, 3).join(' '));
    const stored = listed.split('\n').filter((line) => line.includes('kernel/'));
    expect(stored.length).toBeGreaterThan(8);
    expect(modes.every((mode) => ['d 700', 'f 600', ''].includes(mode))).toBe(true);
  });

  it('gives the same name twice two records that never change', async () => {
    const first = await create({ content: sampleDocument('one') });
    const second = await create({ content: sampleDocument('two') });
    expect(second.ref).not.toBe(first.ref);
    expect((await read(first.ref)).content).toContain('one');
  });

  it('renders a structured state', async () => {
    const lists = { constraints_preferences: [], key_decisions: [], rejected_attempts: [], verification: [] };
    const progress = { done: ['a'], in_progress: [], pending: [] };
    const state = {
      schema_version: 1,
      goal: 'g',
      ...lists,
      progress,
      critical_context: [],
      uncertainties: [],
      next_steps: [],
    };
    const { ref } = await create({ state });
    expect((await read(ref)).content).toContain('### Done\n- a\n');
    await expect(create({ state: { ...state, goal: '' } })).rejects.toEqual(
      refusal('INVALID_INPUT', /goal: must not be blank/),
    );
  });

  it('takes secrets out before anything is written, and counts them', async () => {
    const { ref, redactedCount } = await create({ content: sampleDocument('key sekret-abc') });
    expect(redactedCount).toBe(9);
    expect((await read(ref)).content).not.toContain('sekret-abc');
  });

  it.each([
    ['both content and state', { content: sampleDocument(), state: {} }],
    ['neither content nor state', {}],
    ['a name with a slash', { name: 'a/b.md', content: sampleDocument() }],
    ['a name that begins with a dot', { name: '.a.md', content: sampleDocument() }],
    ['a name that is no ASCII', { name: 'übergabe.md', content: sampleDocument() }],
    ['a name that is a secret', { name: 'sekret-abc', content: sampleDocument() }],
    ['too much', { content: sampleDocument('x'.repeat(2_000_000)) }],
    ['no workspace', { workspace: ' ', content: sampleDocument() }],
    ['a workspace that is a file', { workspace: '/etc/passwd', content: sampleDocument() }],
  ])('refuses %s and writes nothing', async (_what, input) => {
    const before = await everythingIn(scene.home);
    await expect(create(input)).rejects.toEqual(refusal('INVALID_INPUT'));
    expect(await everythingIn(scene.home)).toBe(before);
  });

  it('refuses a document that is not valid, naming each missing section, and writes nothing', async () => {
    const before = await everythingIn(scene.home);
    const failure: unknown = await create({ content: '## Goal\nx' }).catch((error: unknown) => error);
    expect(failure).toEqual(
      refusal('INVALID_DOCUMENT', /missing canonical sections: Constraints & Preferences, Progress/),
    );
    expect((failure as StoreError).faults.length).toBe(5);
    expect(await everythingIn(scene.home)).toBe(before);
  });

  it('takes a document of almost 2 MB', async () => {
    const content = sampleDocument('x'.repeat(222_000));
    expect((await create({ content })).bytes).toBeGreaterThan(1_990_000);
  });
});

describe('reading', () => {
  it('makes nothing: no folder, file or binding, in a home without a store', async () => {
    const before = await everythingIn(scene.home);
    const { store, workspace } = scene;
    const ref = 'handoff://01a2293e-7ad5-71f6-9bc2-5f72a0235285/01a2293e-7ad5-71f6-9bc2-5f72a0235286';
    expect(await listHandoffs(store, { workspace })).toMatchObject({ items: [], totalCount: 0 });
    expect(await listHandoffs(store, { workspace, scope: 'all' })).toMatchObject({ items: [] });
    expect(await searchHandoffs(store, { workspace, query: 'x' })).toMatchObject({ items: [] });
    expect(await listProjects(store, { workspace })).toMatchObject({ projectId: null, projects: [] });
    await expect(readHandoff(store, { workspace, ref })).rejects.toEqual(refusal('OUTSIDE_PROJECT'));
    await expect(validateHandoff(store, { workspace, ref, scope: 'all' })).rejects.toEqual(refusal('NOT_FOUND'));
    expect(await everythingIn(scene.home)).toBe(before);
  });

  it.each(['handoff://x/y', 'HANDOFF://A/B', '', '../../etc/passwd', 'handoff://a/b?x', '%2e%2e'])(
    'refuses %j as a reference',
    async (ref) => {
      await expect(read(ref)).rejects.toEqual(refusal('INVALID_INPUT'));
      const good = await scene.add('x');
      for (const wrong of [`${good}/`, `${good}.md`, `${good}#a`, good.toUpperCase(), ` ${good}`, `${good}\n`]) {
        await expect(read(wrong)).rejects.toEqual(refusal('INVALID_INPUT'));
      }
    },
  );

  it('refuses what belongs to another project, unless all are asked for', async () => {
    const ref = await scene.add('x');
    const other = await scene.folder('other', 'git');
    await expect(read(ref, other)).rejects.toEqual(refusal('OUTSIDE_PROJECT'));
    expect(await readHandoff(scene.store, { workspace: other, ref, scope: 'all' })).toMatchObject({ ref });
  });

  it('refuses a changed document, a changed manifest and half a record', async () => {
    const ref = await scene.add('x');
    const folder = recordFolder(ref);
    await writeFile(join(folder, 'document.md'), sampleDocument('forged'));
    await expect(read(ref)).rejects.toEqual(refusal('CORRUPT', /hash/));
    await rm(join(folder, 'document.md'));
    await expect(read(ref)).rejects.toEqual(refusal('CORRUPT', /document is missing/));
    await writeFile(join(folder, 'manifest.json'), '{"schema_version":1}');
    await expect(read(ref)).rejects.toEqual(refusal('CORRUPT', /manifest/));
  });

  it('refuses loose modes with the command that mends them', async () => {
    const ref = await scene.add('x');
    const document = join(recordFolder(ref), 'document.md');
    await chmod(document, 0o640);
    await expect(read(ref)).rejects.toMatchObject({ code: 'UNSAFE', remedy: `Run: chmod 600 ${document}` });
    await chmod(document, 0o600);
    await chmod(join(scene.home, '.local/share/kernel'), 0o755);
    await expect(read(ref)).rejects.toMatchObject({
      code: 'UNSAFE',
      message: expect.stringContaining('mode 755') as string,
    });
  });

  it('follows no symbolic link to a document, a record or the store, and no pipe', async () => {
    const ref = await scene.add('x');
    const folder = recordFolder(ref);
    const outside = join(scene.home, 'outside');
    await mkdir(outside, { mode: 0o700 });
    await rename(join(folder, 'document.md'), join(outside, 'document.md'));
    await symlink(join(outside, 'document.md'), join(folder, 'document.md'));
    await expect(read(ref)).rejects.toEqual(refusal('UNSAFE'));
    await rename(folder, join(outside, 'record'));
    await symlink(join(outside, 'record'), folder);
    await expect(read(ref)).rejects.toEqual(refusal('UNSAFE'));
    await rm(folder);
    await mkdir(folder, { mode: 0o700 });
    await rename(join(outside, 'record/manifest.json'), join(folder, 'manifest.json'));
    await symlink('/dev/zero', join(folder, 'document.md'));
    await expect(read(ref)).rejects.toEqual(refusal('UNSAFE'));
  });

  it('F-22 F-23: works where the home is a symbolic link', async () => {
    const ref = await scene.add('x');
    const link = join(scene.home, 'link');
    await symlink(scene.home, link);
    const store = openHandoffStore({ env: { ...scene.env, HOME: link }, redact: scene.store.redact });
    expect(await readHandoff(store, { workspace: join(link, 'work'), ref })).toMatchObject({ ref });
    expect(await readFile(join(recordFolder(ref), 'document.md'), 'utf8')).toBe(sampleDocument('x'));
  });
});
