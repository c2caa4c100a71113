import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createHandoff,
  listHandoffs,
  openHandoffStore,
  probeStore,
  searchHandoffs,
} from '#daemon/handoff-store/index.ts';
import { sampleDocument } from '#tests/unit/schema/documents/handoff-document/sample-document.ts';
import { refusal } from './refusal.ts';
import { everythingIn, storeScene, type StoreScene } from './store-scene.ts';

let scene: StoreScene;
let seconds = 0;
beforeEach(async () => {
  seconds = 0;
  scene = await storeScene({ now: () => new Date(Date.UTC(2026, 10, 29, 12, 0, seconds)) });
});
afterEach(() => scene[Symbol.asyncDispose]());

const list = (more = {}) => listHandoffs(scene.store, { workspace: scene.workspace, ...more });
const search = (query: string, more = {}) =>
  searchHandoffs(scene.store, { workspace: scene.workspace, query, ...more });
const state = () => join(scene.home, '.local/state/kernel');

async function addMany(count: number, text = 'x'): Promise<string[]> {
  const refs: string[] = [];
  for (let at = 0; at < count; at += 1) {
    seconds += 1;
    refs.unshift(await scene.add(`${text} ${at}`));
  }
  return refs;
}

async function recordFolders(): Promise<string[]> {
  const projects = join(scene.home, '.local/share/kernel/projects');
  const [project = ''] = await readdir(projects);
  const names = await readdir(join(projects, project, 'handoffs'));
  return names.sort().map((name) => join(projects, project, 'handoffs', name));
}

async function everyPage(page: (cursor: string | undefined) => ReturnType<typeof list>): Promise<string[]> {
  const refs: string[] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await page(cursor);
    refs.push(...items.map(({ ref }) => ref));
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return refs;
}

describe('a list', () => {
  it('gives every document once by its cursors, newest first, also while others arrive', async () => {
    const refs = await addMany(11);
    expect(await list({ limit: 4 })).toMatchObject({ totalCount: 11, skippedCount: 0, scanTruncated: false });
    const seen = await everyPage(async (cursor) => {
      const page = await list({ limit: 4, ...(cursor !== undefined && { cursor }) });
      await scene.add('later');
      return page;
    });
    expect(seen).toEqual(refs);
  });

  it('of all projects is one order', async () => {
    const other = await scene.folder('other', 'git');
    const refs: string[] = [];
    for (const where of [scene.workspace, other, scene.workspace, other]) {
      seconds += 1;
      refs.unshift(await scene.add('x', where));
    }
    expect(
      await everyPage((cursor) => list({ scope: 'all', limit: 1, ...(cursor !== undefined && { cursor }) })),
    ).toEqual(refs);
    expect((await list()).items).toHaveLength(2);
  });

  it('refuses a cursor of another request, and what is none', async () => {
    await addMany(3);
    const { nextCursor } = await list({ limit: 1 });
    const cursor = nextCursor ?? '';
    const other = await scene.folder('other', 'git');
    await expect(list({ cursor, scope: 'all' })).rejects.toEqual(refusal('CURSOR_MISMATCH'));
    await expect(list({ cursor, workspace: other })).rejects.toEqual(refusal('CURSOR_MISMATCH'));
    await expect(search('x', { cursor })).rejects.toEqual(refusal('CURSOR_MISMATCH'));
    const found = await search('x', { limit: 1 });
    await expect(search('y', { cursor: found.nextCursor ?? '' })).rejects.toEqual(refusal('CURSOR_MISMATCH'));
    for (const wrong of ['', '!', 'e30', `${cursor}=`, 'x'.repeat(5000), Buffer.from('[]').toString('base64url')]) {
      await expect(list({ cursor: wrong })).rejects.toEqual(refusal('INVALID_CURSOR'));
    }
    for (const limit of [0, 101, 1.5, Number.NaN])
      await expect(list({ limit })).rejects.toEqual(refusal('INVALID_INPUT'));
  });

  it('passes over damaged records, counts and names them, and counts what reading them took', async () => {
    await addMany(4);
    const whole = (await search('x')).scannedBytes;
    const [first = '', second = ''] = await recordFolders();
    await writeFile(join(first, 'manifest.json'), '{');
    await chmod(join(second, 'manifest.json'), 0o644);
    expect(await list()).toMatchObject({ skippedCount: 2, totalCount: null, nextCursor: null });
    expect((await list()).items).toHaveLength(2);
    const damaged = [first, second].map((folder) => `/${basename(folder)}`);
    for (const { skipped } of [await list(), await search('x')]) {
      expect(skipped.map((ref) => ref.slice(ref.lastIndexOf('/'))).sort()).toEqual(damaged);
    }
    expect(await search('x')).toMatchObject({ skippedCount: 2, scannedFiles: 4, scannedBytes: whole });
  });

  it('of a process that lives on is right about what others add, damage, mend and take away', async () => {
    const refs = await addMany(3);
    expect((await list()).items).toHaveLength(3);
    const { now } = scene.store;
    const another = openHandoffStore({ env: scene.env, now });
    seconds += 1;
    const content = sampleDocument('of another process');
    const added = await createHandoff(another, { workspace: scene.workspace, name: 'a.md', content });
    expect((await list()).items.map(({ ref }) => ref)).toEqual([added.ref, ...refs]);
    const [oldest = ''] = await recordFolders();
    const manifest = await readFile(join(oldest, 'manifest.json'));
    await writeFile(join(oldest, 'manifest.json'), '{');
    expect(await list()).toMatchObject({ skippedCount: 1, items: { length: 3 } });
    await writeFile(join(oldest, 'manifest.json'), manifest);
    expect(await list()).toMatchObject({ skippedCount: 0, totalCount: 4, items: { length: 4 } });
    await rm(oldest, { recursive: true });
    expect((await list()).items.map(({ ref }) => ref)).toEqual([added.ref, ...refs.slice(0, 2)]);
    expect((await listHandoffs(another, { workspace: scene.workspace })).totalCount).toBe(3);
    const anHourBefore = openHandoffStore({ env: scene.env, now: () => new Date(now().getTime() - 3_600_000) });
    const older = await createHandoff(anHourBefore, { workspace: scene.workspace, name: 'o.md', content });
    expect((await list()).items.map(({ ref }) => ref)).toEqual([added.ref, ...refs.slice(0, 2), older.ref]);
  });
});

describe('the catalog', () => {
  const spoils: readonly (readonly [string, (file: string) => Promise<unknown>])[] = [
    ['garbage', (file) => writeFile(file, Buffer.alloc(5800, 0xfe))],
    ['a torn last line', async (file) => writeFile(file, (await readFile(file)).subarray(0, -7))],
    [
      'lines of records that are not there',
      (file) => writeFile(file, `${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)} 2026-11-29T12:00:00Z\n`),
    ],
    ['nothing', (file) => rm(file)],
    ['loose modes', (file) => chmod(file, 0o666)],
    [
      'a folder in its place',
      async (file) => {
        await rm(file);
        await mkdir(file);
      },
    ],
  ];

  it.each(spoils)('of %s changes no answer, and mends itself', async (_what, spoil) => {
    const refs = await addMany(6);
    const [file = ''] = (await readdir(join(state(), 'catalogs'))).map((name) => join(state(), 'catalogs', name));
    await spoil(file);
    expect((await list()).items.map(({ ref }) => ref)).toEqual(refs);
    expect((await list()).items.map(({ ref }) => ref)).toEqual(refs);
    const [further] = await addMany(1);
    expect((await list()).items[0]?.ref).toBe(further);
  });

  it('of garbage is known to the health of the store, until a list has mended it', async () => {
    expect(probeStore(scene.store)).toEqual({ data: 'absent', state: 'absent', catalog: 'absent' });
    await addMany(2);
    const [file = ''] = (await readdir(join(state(), 'catalogs'))).map((name) => join(state(), 'catalogs', name));
    await writeFile(file, 'garbage');
    expect(probeStore(scene.store)).toEqual({ data: 'healthy', state: 'healthy', catalog: 'corrupt' });
    await list();
    expect(probeStore(scene.store).catalog).toBe('healthy');
    await chmod(state(), 0o755);
    expect(probeStore(scene.store)).toMatchObject({ data: 'healthy', state: 'unsafe', catalog: 'unsafe' });
  });

  it('is not made by a list where the state folder was cleared', async () => {
    const refs = await addMany(2);
    await rm(join(state(), 'catalogs'), { recursive: true });
    const before = await everythingIn(scene.home);
    expect((await list()).items.map(({ ref }) => ref)).toEqual(refs);
    expect(await everythingIn(scene.home)).toBe(before);
  });
});

describe('a search', () => {
  it('finds lines whatever their case and composition', async () => {
    await scene.add('Größe und STRASSE: cafe\u0301 ΟΔΟΣ');
    for (const query of ['größe', 'straße', 'CAF\u00c9', 'οδος', 'Οδοσ']) {
      const { items } = await search(query);
      expect(items[0]?.matches[0]).toEqual({ line: 2, snippet: 'Größe und STRASSE: cafe\u0301 ΟΔΟΣ' });
    }
    expect((await search('.*')).items).toEqual([]);
  });

  it('cuts long lines around what it found, never inside a character', async () => {
    await scene.add(`${'🎯'.repeat(2000)} needle ${'é'.repeat(2000)}`);
    const snippet = (await search('needle')).items[0]?.matches[0]?.snippet ?? '';
    expect(Buffer.byteLength(snippet)).toBeLessThanOrEqual(512);
    expect(snippet).toMatch(/^\.\.\.(🎯)+ needle é+\.\.\.$/u);
  });

  it('stops at 4 MiB or 256 documents with a cursor that goes on exactly there', async () => {
    const big = 'y'.repeat(180_000);
    for (let at = 0; at < 4; at += 1) {
      const content = sampleDocument(`${big} ${at}`);
      await createHandoff(scene.store, { workspace: scene.workspace, name: 'big.md', content });
    }
    const first = await search('yyy 1', { limit: 100 });
    expect(first).toMatchObject({ scanTruncated: true, scannedFiles: 2, items: [] });
    const second = await search('yyy 1', { limit: 100, cursor: first.nextCursor });
    expect(second.items).toHaveLength(1);
    expect(second.nextCursor).toBe(null);
  });

  it('answers 64 KiB at most and goes on with the next item', async () => {
    const long = 'z'.repeat(1000);
    await addMany(30, long);
    const refs = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await search('zzz', { limit: 100, ...(cursor !== undefined && { cursor }) });
      expect(Buffer.byteLength(JSON.stringify(page.items))).toBeLessThan(66 * 1024);
      for (const { ref } of page.items) refs.add(ref);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(refs.size).toBe(30);
  });

  it('takes secrets out of the query, and refuses an empty or endless one', async () => {
    await scene.add('word sekret-1');
    expect(await search('sekret-1')).toMatchObject({ query: '[REDACTED]', items: [{ name: 'note.md' }] });
    for (const query of ['', ' ', 'x'.repeat(513)])
      await expect(search(query)).rejects.toEqual(refusal('INVALID_INPUT'));
  });
});
