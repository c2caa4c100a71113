import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  listHandoffFiles,
  readHandoffFile,
  searchHandoffFiles,
  validateHandoffFile,
  writeHandoffFile,
} from '#daemon/handoff-store/index.ts';
import { sampleDocument } from '#tests/unit/schema/documents/handoff-document/sample-document.ts';
import { refusal } from './refusal.ts';
import { everythingIn, storeScene, type StoreScene } from './store-scene.ts';

let scene: StoreScene;
beforeEach(async () => {
  scene = await storeScene();
});
afterEach(() => scene[Symbol.asyncDispose]());

const write = (path: string, text = 'x', overwrite = false) =>
  writeHandoffFile(scene.store, { workspace: scene.workspace, path, content: sampleDocument(text), overwrite });
const read = (path: string) => readHandoffFile(scene.store, { workspace: scene.workspace, path });
const caught = (call: () => unknown): unknown => {
  try {
    return call();
  } catch (error) {
    return error;
  }
};

describe('a document as a file of the workspace', () => {
  it('is written whole, folders included, and stores nothing elsewhere', async () => {
    expect(write('handoffs/deep/a.md', 'one sekret-1')).toMatchObject({ path: 'handoffs/deep/a.md', redactedCount: 9 });
    expect(await readdir(join(scene.workspace, 'handoffs/deep'))).toEqual(['a.md']);
    expect(await readdir(scene.home)).toEqual(['work']);
    expect(read('handoffs/deep/a.md')).toMatchObject({ isValid: true, redactedCount: 0 });
  });

  it('replaces a file only when that is said', async () => {
    write('a.md', 'one');
    expect(caught(() => write('a.md', 'two'))).toEqual(refusal('EXISTS', /already exists: a.md/));
    expect(read('a.md').content).toContain('one');
    write('a.md', 'two', true);
    expect(read('a.md').content).toContain('two');
    expect(await readdir(scene.workspace)).toEqual(['.git', 'a.md']);
  });

  it.each(['../a.md', '/tmp/a.md', 'in/../../a.md', 'link/a.md', 'dangling.md', 'out.md'])(
    'never leaves the workspace by %j',
    async (path) => {
      await symlink(scene.home, join(scene.workspace, 'link'));
      await symlink(join(scene.home, 'nowhere'), join(scene.workspace, 'dangling.md'));
      await writeFile(join(scene.home, 'secret.md'), sampleDocument());
      await symlink('../secret.md', join(scene.workspace, 'out.md'));
      const before = await everythingIn(scene.home);
      for (const overwrite of [false, true]) {
        expect(caught(() => write(path, 'x', overwrite))).toMatchObject({
          code: expect.stringMatching(/OUTSIDE_WORKSPACE|UNSAFE|ENOENT/) as string,
        });
      }
      expect(caught(() => read(path))).toMatchObject({
        code: expect.stringMatching(/OUTSIDE|UNSAFE|ENOENT/) as string,
      });
      expect(await everythingIn(scene.home)).toBe(before);
    },
  );

  it('may be named absolutely, and through a link that stays inside', async () => {
    write(join(scene.workspace, 'a.md'));
    await symlink('a.md', join(scene.workspace, 'b.md'));
    expect(read('b.md').path).toBe('a.md');
    expect(caught(() => read(scene.workspace))).toEqual(refusal('INVALID_INPUT', /workspace directory/));
  });

  it('is read without its secrets while the file stays as it is', async () => {
    const file = join(scene.workspace, 'a.md');
    await writeFile(file, sampleDocument('sekret-1'));
    expect(read('a.md')).toMatchObject({ redactedCount: 9, content: sampleDocument('[REDACTED]') });
    expect(await readFile(file, 'utf8')).toContain('sekret-1');
    expect(validateHandoffFile(scene.store, { workspace: scene.workspace, path: 'a.md' })).not.toHaveProperty(
      'content',
    );
  });

  it('is refused when it is missing, no UTF-8, or too long', async () => {
    await writeFile(join(scene.workspace, 'a.md'), Buffer.from([0xc3, 0x28]));
    await writeFile(join(scene.workspace, 'b.md'), 'x'.repeat(2_000_001));
    expect(caught(() => read('none.md'))).toEqual(refusal('NOT_FOUND', /handoff file not found: none.md/));
    expect(caught(() => read('a.md'))).toEqual(refusal('CORRUPT', /UTF-8/));
    expect(caught(() => read('b.md'))).toEqual(refusal('CORRUPT'));
  });
});

describe('the files of a workspace', () => {
  it('are listed sorted and in pages, links out of the workspace left out', async () => {
    const { workspace } = scene;
    expect(listHandoffFiles({ workspace })).toMatchObject({ items: [], totalCount: 0 });
    for (const name of ['b.md', 'a.md', 'é.md', ' leading.md', 'deep/c.md']) write(`handoffs/${name}`);
    await writeFile(join(workspace, 'handoffs/note.txt'), '');
    await mkdir(join(workspace, 'handoffs/z.md'));
    await symlink('/etc/hostname', join(workspace, 'handoffs/out.md'));
    await symlink(scene.home, join(workspace, 'handoffs/loop'));
    await symlink('a.md', join(workspace, 'handoffs/in.md'));
    const names = [' leading.md', 'a.md', 'b.md', 'deep/c.md', 'in.md', 'é.md'].map((name) => `handoffs/${name}`);
    expect(listHandoffFiles({ workspace }).items.map(({ path }) => path)).toEqual(names);
    expect(listHandoffFiles({ workspace, limit: 4, offset: 4 })).toMatchObject({ totalCount: 6, hasMore: false });
    expect(listHandoffFiles({ workspace, limit: 4 })).toMatchObject({ hasMore: true, nextOffset: 4 });
  });

  it('are searched without their secrets', async () => {
    const { workspace, store } = scene;
    write('handoffs/a.md', 'the needle');
    await writeFile(join(workspace, 'handoffs/b.md'), 'sekret-1 and a needle\n');
    await writeFile(join(workspace, 'handoffs/c.md'), Buffer.from([0xff]));
    const found = searchHandoffFiles(store, { workspace, query: 'NEEDLE' });
    expect(found.items.map(({ path, matches }) => [path, matches.length])).toEqual([
      ['handoffs/a.md', 8],
      ['handoffs/b.md', 1],
    ]);
    expect(found).toMatchObject({ skippedCount: 1, totalCount: null, hasMore: false });
    expect(searchHandoffFiles(store, { workspace, query: 'sekret-1' })).toMatchObject({
      query: '[REDACTED]',
      items: [{ path: 'handoffs/b.md', matches: [{ line: 1, snippet: '[REDACTED] and a needle' }] }],
    });
  });
});
