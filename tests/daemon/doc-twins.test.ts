import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kernelProcess, type KernelProcess } from '#tests/support/cli/kernel.ts';
import { handoffText } from '#tests/support/mcp/handoff-text.ts';
import { type McpProcess, startMcp } from '#tests/support/mcp/mcp-process.ts';

type Data = Readonly<Record<string, unknown>>;

/** The same program as a tool and as a command, on one home: each sees what the other did. */
let kernel: KernelProcess;
let mcp: McpProcess;
let workspace: string;
const content = `\uFEFF${handoffText('naïve 报告 🎯 \u202E', 'a needle').replaceAll('\n', '\r\n')}`;

beforeAll(async () => {
  kernel = await kernelProcess({ KERNEL_SERVER_URL: 'http://127.0.0.1:9' }, { withDaemon: true });
  workspace = join(kernel.folder, 'work');
  await mkdir(workspace);
  mcp = startMcp(kernel.program, { HOME: kernel.folder }, workspace);
  await mcp.initialize();
});
afterAll(async () => {
  await mcp[Symbol.asyncDispose]();
  await kernel[Symbol.asyncDispose]();
});

const doc = <T = Data>(args: readonly string[], input?: string) =>
  kernel.json<T>(['doc', ...args, '--workspace', workspace], input === undefined ? {} : { input });

async function tool(name: string, args: Data = {}): Promise<Data> {
  const { result } = await mcp.request('tools/call', { name, arguments: { workspace, ...args } });
  if (result?.['isError'] === true) throw new Error(JSON.stringify(result['content']));
  return result?.['structuredContent'] as Data;
}

/** What stands between the marks. */
const unfenced = (text: unknown) => String(text).slice(String(text).indexOf('\n') + 1, String(text).lastIndexOf('\n'));
/** The command's names of things as the tools write them. */
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const asTold = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asTold);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [snake(name), asTold(member)]));
};
/** Of `told`, what the other says too: both may say more, and nothing of what both say may differ. */
function expectSame(command: unknown, told: Data, names: readonly string[]): void {
  const said = asTold(command) as Data;
  for (const name of names) expect([name, told[name]]).toEqual([name, said[name]]);
}

it('create, read and validate agree byte for byte, each about what the other stored', async () => {
  const byTool = await tool('handoff_create', { name: 'a.md', content });
  const { document: byCommand } = await doc<{ document: Data }>(['create', '--name', 'a.md'], content);
  const same = ['name', 'sha256', 'bytes', 'redacted_count', 'project_id'];
  expectSame(byCommand, byTool, same);
  for (const ref of [String(byTool['ref']), String(byCommand['ref'])]) {
    const read = await tool('handoff_read', { ref });
    const { document } = await doc<{ document: Data }>(['read', ref]);
    expect([unfenced(read['content']), document['content']]).toEqual([content, content]);
    const [, , project = '', id = ''] = ref.split('/');
    const file = join(kernel.folder, '.local/share/kernel/projects', project, 'handoffs', id, 'document.md');
    expect((await readFile(file)).equals(Buffer.from(content))).toBe(true);
    const judged = await tool('handoff_validate', { ref });
    const { document: verdict } = await doc<{ document: Data }>(['validate', ref]);
    expect([judged['valid'], judged['faults']]).toEqual([verdict['isValid'], verdict['faults']]);
    expectSame(document, read, ['ref', 'handoff_id', 'created_at', 'sha256', 'bytes', 'missing_sections']);
  }
});

it('a draft with faults is judged the same, line by line', async () => {
  const draft = handoffText().replace('## Key Decisions', '## Decisions').replace('- No downtime', '');
  const judged = await tool('handoff_validate', { content: draft });
  const args = ['doc', 'validate', '--file', '-', '--json', '--workspace', workspace];
  const { out, code } = await kernel.run(args, { input: draft });
  const { document } = JSON.parse(out) as { document: { faults: Data[]; missingSections: string[]; bytes: number } };
  expect(code).toBe(7);
  expect(judged['faults']).toEqual(
    document.faults.map(({ line, section, message }) => ({ line, section: section ?? null, message })),
  );
  expectSame(document, judged, ['missing_sections', 'bytes', 'redacted_count']);
});

it('list, search and project give the same entries and pages', async () => {
  const listed = await tool('handoff_list', { limit: 1 });
  const page = await doc(['list', '--limit', '1']);
  expectSame(page, listed, ['total_count', 'next_cursor', 'skipped_count', 'skipped', 'scan_truncated']);
  const [item] = listed['items'] as Data[];
  expectSame((page['items'] as Data[])[0], item ?? {}, ['ref', 'project_id', 'handoff_id', 'name', 'created_at']);
  const cursor = String(page['nextCursor']);
  const next = await tool('handoff_list', { cursor });
  const rest = await doc(['list', '--cursor', cursor]);
  expect((rest['items'] as Data[]).map(({ ref }) => ref)).toEqual((next['items'] as Data[]).map(({ ref }) => ref));

  const found = await tool('handoff_search', { query: 'NEEDLE' });
  const lines = await doc<{ items: { ref: string; matches: { line: number; snippet: string }[] }[] }>([
    'search',
    'NEEDLE',
  ]);
  const told = (found['items'] as Data[]).map(({ ref, lines: text }) => [ref, unfenced(text)]);
  expect(told).toEqual(
    lines.items.map(({ ref, matches }) => [ref, matches.map(({ line, snippet }) => `${line}: ${snippet}`).join('\n')]),
  );
  expectSame(lines, found, ['query', 'next_cursor', 'scanned_files', 'scanned_bytes', 'skipped_count', 'skipped']);

  const project = await tool('handoff_project');
  expectSame(await doc(['project']), project, ['project_id', 'projects', 'total_count', 'next_cursor']);
});

it('export and import make the same bytes and the same record', async () => {
  const ref = String((await tool('handoff_create', { name: 'carried.md', content }))['ref']);
  await tool('handoff_export', { ref, directory: 'by-tool' });
  await doc(['export', ref, 'by-command']);
  for (const file of ['document.md', 'manifest.json']) {
    const [one, other] = await Promise.all(
      ['by-tool', 'by-command'].map((bundle) => readFile(join(workspace, bundle, file))),
    );
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
  }
  const imported = await tool('handoff_import', { path: 'by-command' });
  const { document } = await doc<{ document: Data }>(['import', 'by-tool']);
  expectSame(document, imported, ['ref', 'project_id', 'handoff_id', 'name', 'kind', 'redacted_count', 'idempotent']);
  expect(imported).toMatchObject({ ref, idempotent: true });
});
