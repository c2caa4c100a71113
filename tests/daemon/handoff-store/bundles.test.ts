import { cp, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportHandoff, importHandoff, listHandoffs, readHandoff } from '#daemon/handoff-store/index.ts';
import { sampleDocument } from '#tests/unit/schema/documents/handoff-document/sample-document.ts';
import { refusal } from './refusal.ts';
import { everythingIn, storeScene, type StoreScene } from './store-scene.ts';

let scene: StoreScene;
beforeEach(async () => {
  scene = await storeScene();
});
afterEach(() => scene[Symbol.asyncDispose]());

const exportTo = (ref: string, directory: string) =>
  exportHandoff(scene.store, { workspace: scene.workspace, ref, directory });
const importFrom = (path: string, name?: string, workspace = scene.workspace) =>
  importHandoff(scene.store, { workspace, path, ...(name === undefined ? {} : { name }) });
const inWorkspace = (path: string, text: string) => writeFile(join(scene.workspace, path), text);

describe('a bundle', () => {
  it('carries a document to another project and machine, with its id, and twice is once', async () => {
    const ref = await scene.add('carried');
    expect(await exportTo(ref, 'bundle')).toEqual({ ref, directory: 'bundle', idempotent: false });
    expect(await exportTo(ref, 'bundle')).toMatchObject({ idempotent: true });
    expect(await importFrom('bundle')).toMatchObject({ ref, idempotent: true });
    await using elsewhere = await storeScene();
    await cp(join(scene.workspace, 'bundle'), join(elsewhere.workspace, 'bundle'), { recursive: true });
    const input = { workspace: elsewhere.workspace, path: 'bundle' };
    const first = await importHandoff(elsewhere.store, input);
    expect(await importHandoff(elsewhere.store, input)).toEqual({ ...first, idempotent: true });
    const found = await readHandoff(elsewhere.store, { workspace: elsewhere.workspace, ref: first.ref });
    expect([found.handoffId, found.content, found.name]).toEqual([
      ref.split('/').at(-1),
      sampleDocument('carried'),
      'note.md',
    ]);
    expect(found.origin.project_id).toBe(ref.split('/')[2]);
  });

  it.each([
    ['an altered document', 'document.md', (text: string) => text.replace('carried', 'altered')],
    ['an altered hash', 'manifest.json', (text: string) => text.replace(/"sha256": "./, '"sha256": "x')],
    ['another key', 'manifest.json', (text: string) => text.replace('{', '{ "extra": 1,')],
    [
      'a path that climbs',
      'manifest.json',
      (text: string) => text.replace('"create"', '"legacy", "source_path": "../x"'),
    ],
    ['half a manifest', 'manifest.json', (text: string) => text.slice(0, 40)],
  ])('with %s is refused, and nothing is stored', async (_what, file, alter) => {
    await exportTo(await scene.add('carried'), 'bundle');
    const path = join('bundle', file);
    await inWorkspace(path, alter(await readFile(join(scene.workspace, path), 'utf8')));
    const before = await everythingIn(join(scene.home, '.local'));
    await expect(importFrom('bundle')).rejects.toEqual(refusal('INVALID_BUNDLE'));
    expect(await everythingIn(join(scene.home, '.local'))).toBe(before);
  });

  it('with an altered name under the same id is a conflict', async () => {
    await exportTo(await scene.add('carried'), 'bundle');
    const manifest = await readFile(join(scene.workspace, 'bundle/manifest.json'), 'utf8');
    await inWorkspace('bundle/manifest.json', manifest.replace('note.md', 'other.md'));
    await expect(importFrom('bundle')).rejects.toEqual(refusal('CONFLICT'));
  });

  it('with a further file, or a link, is refused', async () => {
    await exportTo(await scene.add('x'), 'bundle');
    await inWorkspace('bundle/extra', '');
    await expect(importFrom('bundle')).rejects.toEqual(refusal('INVALID_BUNDLE'));
    await rm(join(scene.workspace, 'bundle/extra'));
    await cp(join(scene.workspace, 'bundle/document.md'), join(scene.home, 'document.md'));
    await rm(join(scene.workspace, 'bundle/document.md'));
    await symlink(join(scene.home, 'document.md'), join(scene.workspace, 'bundle/document.md'));
    await expect(importFrom('bundle')).rejects.toEqual(refusal('UNSAFE'));
  });

  it('that holds a secret is refused', async () => {
    await exportTo(await scene.add('word'), 'bundle');
    const { createHash } = await import('node:crypto');
    const document = sampleDocument('sekret-1');
    const manifest = await readFile(join(scene.workspace, 'bundle/manifest.json'), 'utf8');
    const sha256 = createHash('sha256').update(document).digest('hex');
    await inWorkspace('bundle/document.md', document);
    await inWorkspace('bundle/manifest.json', manifest.replace(/"sha256": "\w+"/, `"sha256": "${sha256}"`));
    await expect(importFrom('bundle')).rejects.toEqual(refusal('INVALID_BUNDLE', /contains secrets/));
  });

  it.each(['../out', '/tmp/out', 'a/../../out', 'link/out', '.'])('is not exported to %j', async (directory) => {
    const ref = await scene.add('x');
    await symlink(scene.home, join(scene.workspace, 'link'));
    const before = await everythingIn(scene.home);
    await expect(exportTo(ref, directory)).rejects.toMatchObject({
      code: expect.stringMatching(/INVALID_INPUT|OUTSIDE_WORKSPACE/) as string,
    });
    expect(await everythingIn(scene.home)).toBe(before);
  });

  it('is not exported over something else, below nothing, or from another project', async () => {
    const ref = await scene.add('x');
    await mkdir(join(scene.workspace, 'taken'));
    await expect(exportTo(ref, 'taken')).rejects.toEqual(refusal('CONFLICT'));
    await expect(exportTo(ref, 'no/where')).rejects.toEqual(refusal('NOT_FOUND'));
    const other = await scene.folder('other', 'git');
    const foreign = exportHandoff(scene.store, { workspace: other, ref, directory: 'bundle' });
    await expect(foreign).rejects.toEqual(refusal('OUTSIDE_PROJECT'));
    expect(await readdir(scene.workspace)).toEqual(['.git', 'taken']);
  });
});

describe('a file', () => {
  it('is copied into the store without its secrets, dated as the file is, and twice is once', async () => {
    const text = sampleDocument('word sekret-1').replaceAll('\n', '\r\n');
    await inWorkspace('Übergabe 报告.md', text);
    const file = join(scene.workspace, 'Übergabe 报告.md');
    await utimes(file, 1_700_000_000, 1_700_000_000);
    const first = await importFrom('Übergabe 报告.md');
    expect(first).toMatchObject({ name: 'Ubergabe-.md', kind: 'legacy', redactedCount: 9, idempotent: false });
    expect(await readFile(file, 'utf8')).toBe(text);
    await utimes(file, 1_800_000_000, 1_800_000_000);
    expect(await importFrom('Übergabe 报告.md', 'again.md')).toMatchObject({ ref: first.ref, idempotent: true });
    const found = await readHandoff(scene.store, { workspace: scene.workspace, ref: first.ref });
    expect(found).toMatchObject({ createdAt: '2023-11-14T22:13:20Z', origin: { source_path: 'Übergabe 报告.md' } });
    await inWorkspace('Übergabe 报告.md', sampleDocument('changed'));
    expect((await importFrom('Übergabe 报告.md')).ref).not.toBe(first.ref);
  });

  it('with a secret in its path does not carry it into the record', async () => {
    await inWorkspace('sekret-9.md', sampleDocument());
    const { ref } = await importFrom('sekret-9.md', 'a.md');
    const { origin } = await readHandoff(scene.store, { workspace: scene.workspace, ref });
    expect(origin.source_path).toBe('[REDACTED]');
  });

  it('that is no document, no text, or not there is refused, and nothing is made', async () => {
    await inWorkspace('a.md', '# no handoff');
    await writeFile(join(scene.workspace, 'b.md'), Buffer.from([0xff, 0xfe, 0x00]));
    const before = await everythingIn(scene.home);
    await expect(importFrom('a.md')).rejects.toEqual(refusal('INVALID_DOCUMENT'));
    await expect(importFrom('b.md')).rejects.toEqual(refusal('CORRUPT', /UTF-8/));
    await expect(importFrom('c.md')).rejects.toEqual(refusal('NOT_FOUND'));
    await expect(importFrom('../a.md')).rejects.toEqual(refusal('OUTSIDE_WORKSPACE'));
    expect(await everythingIn(scene.home)).toBe(before);
    expect((await listHandoffs(scene.store, { workspace: scene.workspace })).items).toEqual([]);
  });
});
