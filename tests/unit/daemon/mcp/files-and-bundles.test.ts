import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handoffText } from '#tests/support/mcp/handoff-text.ts';
import { mcpScene, type McpScene } from '#tests/support/mcp/mcp-client.ts';

let scene: McpScene;
beforeAll(async () => {
  scene = await mcpScene();
  await mkdir(join(scene.workspace, 'handoffs'));
});
afterAll(() => scene[Symbol.asyncDispose]());

const call = (tool: string, args: Record<string, unknown>) => scene.call(tool, { workspace: scene.workspace, ...args });
const secret = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0', 'k1L2m3N4o5P6q7R8'].join('');

it('H05 a document becomes a file where one is asked for, and replaces one only when told to', async () => {
  const args = { path: 'handoffs/a.md', content: handoffText('First') };
  const written = await call('handoff_create', args);
  expect(written.data).toMatchObject({ storage: 'workspace', path: 'handoffs/a.md', ref: null });
  expect(written.data['manual_resume']).toContain('path="handoffs/a.md"');
  expect((await call('handoff_create', { ...args, content: handoffText('Second') })).text).toContain('overwrite=true');
  await call('handoff_create', { ...args, content: handoffText('Third'), overwrite: true });
  const { data } = await call('handoff_read', { path: 'handoffs/a.md' });
  expect(data).toMatchObject({ storage: 'workspace', valid: true });
  expect(data['content']).toContain('Third');
});

it('H06 no path leads out of the workspace', async () => {
  for (const path of ['../x.md', '/etc/passwd', '.', 'handoffs/../../x.md']) {
    for (const [tool, more] of [
      ['handoff_create', { content: handoffText() }],
      ['handoff_read', {}],
      ['handoff_validate', {}],
      ['handoff_import', {}],
    ] as const) {
      expect((await call(tool, { path, ...more })).isError).toBe(true);
    }
  }
});

it('H02 both or neither of name and path, and of ref and path, are refused, and so is overwrite in the store', async () => {
  const content = handoffText();
  for (const [tool, args] of [
    ['handoff_create', { content }],
    ['handoff_create', { content, name: 'a.md', path: 'handoffs/b.md' }],
    ['handoff_create', { content, name: 'a.md', overwrite: true }],
    ['handoff_read', {}],
    ['handoff_validate', { path: 'handoffs/a.md', ref: 'handoff://1/2' }],
    ['handoff_list', { directory: 'notes' }],
    ['handoff_list', { offset: 3 }],
    ['handoff_search', { query: 'x', storage: 'workspace', cursor: 'abc' }],
  ] as const) {
    expect((await call(tool, args)).text).toMatch(/^INVALID_ARGUMENTS: /);
  }
});

it('H07 and H09 a secret never reaches the store, and is taken out of what is read from a file that keeps it', async () => {
  const content = handoffText('Goal', `GITHUB_TOKEN=${secret}`);
  const stored = await call('handoff_create', { name: 's.md', content });
  expect(stored.data['redacted_count']).toBe(1);
  expect(JSON.stringify(await call('handoff_read', { ref: stored.data['ref'] }))).not.toContain(secret);
  const file = join(scene.workspace, 'handoffs', 'secret.md');
  await writeFile(file, content);
  const read = await call('handoff_read', { path: 'handoffs/secret.md' });
  expect(read.data['redacted_count']).toBe(1);
  expect(JSON.stringify(read.raw)).not.toContain(secret);
  expect(await readFile(file, 'utf8')).toBe(content);
  const found = await call('handoff_search', { query: secret, storage: 'workspace' });
  expect(JSON.stringify(found.raw)).not.toContain(secret);
});

it('files are listed and searched page by page', async () => {
  for (let at = 0; at < 5; at += 1) {
    await call('handoff_create', { path: `handoffs/page-${at}.md`, content: handoffText(`pebble ${at}`) });
  }
  const first = await call('handoff_list', { storage: 'workspace', limit: 3 });
  expect(first.data).toMatchObject({ count: 3, has_more: true, next_offset: 3 });
  const found = await call('handoff_search', { storage: 'workspace', query: 'PEBBLE' });
  expect(found.data).toMatchObject({ count: 5, has_more: false });
});

it('H23 an export is imported as the same document, and once', async () => {
  const { data } = await call('handoff_create', { name: 'b.md', content: handoffText('Bundle') });
  const exported = { ref: data['ref'], directory: 'handoffs/bundle' };
  expect((await call('handoff_export', exported)).data).toMatchObject({ idempotent: false });
  expect((await call('handoff_export', exported)).data).toMatchObject({ idempotent: true });
  expect((await call('handoff_import', { path: 'handoffs/bundle' })).data).toMatchObject({
    ref: data['ref'],
    idempotent: true,
  });
  const legacy = (await call('handoff_import', { path: 'handoffs/a.md' })).data;
  expect(legacy).toMatchObject({ kind: 'legacy', idempotent: false });
  expect((await call('handoff_import', { path: 'handoffs/a.md' })).data).toMatchObject({
    ref: legacy['ref'],
    idempotent: true,
  });
});
