import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describedTools } from '#daemon/mcp/tools/described-tools.ts';
import { type BundledKernel, bundleKernel } from '#tests/support/mcp/bundle-kernel.ts';
import { handoffText } from '#tests/support/mcp/handoff-text.ts';
import { type McpProcess, startMcp } from '#tests/support/mcp/mcp-process.ts';

let kernel: BundledKernel;
let home: string;
beforeAll(async () => {
  kernel = await bundleKernel();
  home = await mkdtemp(join(tmpdir(), 'kernel-mcp-home-'));
});
afterAll(async () => {
  await rm(home, { recursive: true });
  await kernel[Symbol.asyncDispose]();
});

const start = (): McpProcess => startMcp(kernel.program, { HOME: home }, home);
async function started(revision?: string): Promise<McpProcess> {
  const mcp = start();
  await mcp.initialize(revision);
  return mcp;
}
const call = (mcp: McpProcess, name: string, args: object = {}) =>
  mcp.request('tools/call', { name, arguments: { workspace: home, ...args } });
const create = (mcp: McpProcess, content: string) => call(mcp, 'handoff_create', { name: 'note.md', content });
const refOf = (answer: { result?: Readonly<Record<string, unknown>> }) =>
  (answer.result?.['structuredContent'] as { ref: string }).ref;

it('speaks the current revision, an older one to a client that asks for it, and its own to one that asks for another', async () => {
  for (const [asked, given] of [
    ['2025-11-25', '2025-11-25'],
    ['2024-11-05', '2024-11-05'],
    ['2099-01-01', '2025-11-25'],
  ] as const) {
    await using mcp = start();
    expect((await mcp.initialize(asked)).result).toMatchObject({
      protocolVersion: given,
      serverInfo: { name: 'kernel' },
    });
  }
});

it('a client of an older revision gets everything as text', async () => {
  await using mcp = await started('2024-11-05');
  const { result } = await create(mcp, handoffText());
  expect(result).not.toHaveProperty('structuredContent');
  expect(JSON.stringify(result)).toContain('handoff://');
});

it('the built program lists the tools exactly as the sources describe them', async () => {
  await using mcp = await started();
  expect((await mcp.request('tools/list')).result).toEqual(JSON.parse(JSON.stringify({ tools: describedTools })));
});

it('the built program makes no schema of messages that no server hears', async () => {
  const folder = dirname(kernel.program);
  const texts = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')));
  expect(texts.filter((text) => text.includes('"tools/call"'))).not.toHaveLength(0);
  expect(texts.filter((text) => text.includes('"sampling/createMessage"'))).toEqual([]);
});

it('garbage is answered with a parse error and the next line is read', async () => {
  await using mcp = await started();
  for (const line of ['garbage\n', '[1,2]\n', '"text"\n', '{"jsonrpc":"2.0"}\n', '\u0000\n', '{"id":1\n']) {
    mcp.write(line);
    expect(await mcp.answer(null)).toMatchObject({ id: null, error: { code: -32700 } });
  }
  expect((await mcp.request('ping')).result).toEqual({});
});

it('a line that comes in halves, cut inside a character, is one message', async () => {
  await using mcp = await started();
  const args = { workspace: home, name: 'cut.md', content: handoffText('Straße 😀') };
  const line = Buffer.from(
    `${JSON.stringify({ jsonrpc: '2.0', id: 77, method: 'tools/call', params: { name: 'handoff_create', arguments: args } })}\n`,
  );
  const middle = line.indexOf(Buffer.from('😀')) + 2;
  mcp.write(line.subarray(0, middle));
  mcp.write(line.subarray(middle));
  const ref = refOf(await mcp.answer(77));
  const { result } = await call(mcp, 'handoff_read', { ref });
  expect(JSON.stringify(result)).toContain('Straße 😀');
});

it('an unknown method and an unknown tool are named, and what there is instead', async () => {
  await using mcp = await started();
  expect((await mcp.request('sampling/dream')).error).toMatchObject({ code: -32601 });
  const { error } = await mcp.request('tools/call', { name: 'handoff_destroy', arguments: {} });
  expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('handoff_create') as string });
});

it('a line of 10 MiB is refused by its tool and the server goes on', async () => {
  await using mcp = await started();
  const { result } = await create(mcp, handoffText('Goal', 'x'.repeat(10 * 1024 * 1024)));
  expect(result).toMatchObject({ isError: true });
  expect((await mcp.request('ping')).result).toEqual({});
});

it('a line beyond every bound ends the server with a reason and exit code 1', async () => {
  await using mcp = await started();
  mcp.write('x'.repeat(17 * 1024 * 1024));
  expect((await mcp.answer(null)).error?.message).toContain('longer than');
  expect(await mcp.end()).toBe(1);
});

it('calls that run at once each get their answer, under their own id', async () => {
  await using mcp = await started();
  const answers = await Promise.all(Array.from({ length: 20 }, (_none, at) => create(mcp, handoffText(`Goal ${at}`))));
  expect(new Set(answers.map(refOf)).size).toBe(20);
});

it('a client that closes its end gets every answer it asked for, then the process is gone', async () => {
  await using mcp = await started();
  const asked = [1, 2, 3].map((at) => create(mcp, handoffText(`Last ${at}`)));
  expect(await mcp.end()).toBe(0);
  expect(new Set((await Promise.all(asked)).map(refOf)).size).toBe(3);
});

it('killed while it stores documents, it leaves each of them whole or not there', async () => {
  await using mcp = await started();
  const before = refOf(await create(mcp, handoffText('Before')));
  for (let at = 0; at < 30; at += 1) {
    mcp.send('tools/call', {
      name: 'handoff_create',
      arguments: { workspace: home, name: 'kill.md', content: handoffText(`Killed ${at}`, 'y'.repeat(200_000)) },
    });
  }
  await mcp.answer(4);
  await mcp[Symbol.asyncDispose]();
  await using next = await started();
  const { result } = await call(next, 'handoff_list', { limit: 100 });
  const { items, skipped_count } = result?.['structuredContent'] as { items: { ref: string }[]; skipped_count: number };
  expect(skipped_count).toBe(0);
  expect(items.map(({ ref }) => ref)).toContain(before);
  for (const { ref } of items) {
    expect((await call(next, 'handoff_validate', { ref })).result).toMatchObject({
      structuredContent: { valid: true },
    });
  }
});

it('nothing but messages is written to standard output, and nothing into the workspace', async () => {
  await using mcp = await started();
  await create(mcp, handoffText());
  expect(await readdir(home)).toEqual(['.local']);
});
