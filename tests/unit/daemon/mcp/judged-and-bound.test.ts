import { cp, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { handoffText } from '#tests/support/mcp/handoff-text.ts';
import { mcpScene, type McpScene } from '#tests/support/mcp/mcp-client.ts';

let scene: McpScene;
beforeEach(async () => {
  scene = await mcpScene();
});
afterEach(() => scene[Symbol.asyncDispose]());

const call = (tool: string, args: object = {}) => scene.call(tool, { workspace: scene.workspace, ...args });
const create = async (content = handoffText(), name = 'note.md') =>
  (await call('handoff_create', { name, content })).data['ref'] as string;

it('H03 a draft is judged by its text, each fault with its line, and is not stored', async () => {
  const { data } = await call('handoff_validate', { content: handoffText() });
  expect(data).toMatchObject({ storage: 'none', valid: true, faults: [], ref: null, path: null });
  const content = handoffText().replace('## Key Decisions', '## Decisions');
  const line = content.split('\n').indexOf('## Decisions') + 1;
  const wrong = await call('handoff_validate', { content });
  expect(wrong.data).toMatchObject({ valid: false, missing_sections: ['Key Decisions'] });
  expect(wrong.data['faults']).toContainEqual(expect.objectContaining({ line }));
  for (const args of [{}, { content, path: 'a.md' }, { content: 'é'.repeat(1_000_001) }]) {
    expect((await call('handoff_validate', args)).isError).toBe(true);
  }
  expect((await call('handoff_list')).data['count']).toBe(0);
});

it('H21 a resource of another project is refused as the tool refuses it', async () => {
  const ref = await create();
  expect((await scene.client.readResource({ uri: ref })).contents).toHaveLength(1);
  await using other = await mcpScene();
  await cp(join(scene.home, '.local'), join(other.home, '.local'), { recursive: true });
  await expect(other.client.readResource({ uri: ref })).rejects.toThrow('outside workspace project');
  const read = await other.call('handoff_read', { workspace: other.workspace, ref, scope: 'all' });
  expect(read.isError).toBe(false);
});

it('H22 a damaged record is counted and named where it is met', async () => {
  await create();
  const ref = await create();
  const [, , project = '', id = ''] = ref.split('/');
  const record = join(scene.home, '.local/share/kernel/projects', project, 'handoffs', id);
  await writeFile(join(record, 'document.md'), 'altered');
  const found = await call('handoff_search', { query: 'rotate' });
  expect(found.data).toMatchObject({ count: 1, skipped_count: 1, skipped: [ref], scanned_files: 2 });
  expect(found.text).toContain('1 damaged records');
  await rename(join(record, 'manifest.json'), join(record, 'gone'));
  expect((await call('handoff_list')).data).toMatchObject({ count: 1, skipped_count: 1, skipped: [ref] });
  expect((await call('handoff_validate', { ref })).text).toMatch(/^CORRUPT: /);
});

it('F-73 the lines that a search finds stand between marks that say who wrote them', async () => {
  await create(handoffText('a needle to find'), 'told.md');
  const { data } = await call('handoff_search', { query: 'NEEDLE to find' });
  const [item] = data['items'] as { lines: string; match_count: number }[];
  expect(item?.match_count).toBe(1);
  expect(item?.lines).toMatch(
    /^\[begin lines of a handoff (\w{16}), written by another session \(told\.md, .*\n2: a needle to find\n\[end .* \1\]$/,
  );
});
