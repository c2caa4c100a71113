import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DrivePlan } from '#daemon/runtimes/acp/drive-plan.ts';
import { driveAgent } from '#daemon/runtimes/acp/driver/drive.ts';

const AGENT = resolve('tests/support/acp/acp-agent-main.mjs');

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'kernel-acp-'));
});
afterEach(() => rm(workspace, { recursive: true }));

/** Drives the scripted agent to its end, and gives the lines that were printed. */
async function drive(orders: readonly object[], more: Partial<DrivePlan> = {}, signal?: AbortSignal) {
  const plan: DrivePlan = {
    ...{ label: 'Scripted', program: process.execPath, args: [AGENT], workspace, prompt: 'Do it.', resume: null },
    ...{ kernel: ['kernel'], permissions: 'workspace', commands: [['npm', 'test']], ...more },
  };
  const path = join(workspace, 'plan.json');
  await writeFile(path, JSON.stringify(plan));
  await writeFile(join(workspace, 'orders.json'), JSON.stringify(orders));
  const lines: { type: string; [field: string]: unknown }[] = [];
  const print = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
  await driveAgent(path, { env: process.env, print, signal: signal ?? new AbortController().signal });
  return lines;
}

it('hands over a prompt as it is, whatever is in it', async () => {
  const prompt = `/help "it’s" \\ \u{2028}\n\t${'é외\u{1f600}'.repeat(60_000)}`;
  await drive([], { prompt });
  const noted = JSON.parse(await readFile(join(workspace, 'starts.ndjson'), 'utf8')) as { prompt: string };
  expect(noted.prompt).toBe(prompt);
});

it('goes on with an earlier session where the agent can, without telling again what was said there', async () => {
  const lines = await drive([{ say: 'new' }], { args: [AGENT, 'loads'], resume: 'run-7' });
  expect(lines).toEqual([
    { type: 'init', session: 'run-7' },
    { type: 'message', text: 'new' },
    { type: 'result', reason: 'COMPLETED', detail: null },
  ]);
});

it('says so when the agent cannot go on with an earlier session', async () => {
  const [result] = await drive([], { resume: 'run-7' });
  expect(result).toMatchObject({ reason: 'CRASHED', detail: expect.stringContaining('start a new one') as unknown });
});

it('says that a program is not there, or is none', async () => {
  for (const program of [join(workspace, 'gone'), workspace]) {
    const [result] = await drive([], { program });
    expect(result).toMatchObject({ reason: 'RUNTIME_MISSING' });
  }
});

it('ends an agent that never answers once it is told to', async () => {
  const ending = new AbortController();
  const driven = drive([], { args: [AGENT, 'mute'] }, ending.signal);
  ending.abort();
  expect(await driven).toMatchObject([{ type: 'result', reason: 'CRASHED', detail: 'Scripted was asked to end.' }]);
});

it('tells a tool once, with the words of its first mention, and those that never ended at the end', async () => {
  const lines = await drive([{ tool: { title: 'Read a.ts' } }, { ask: { title: 'npm test', kind: 'execute' } }]);
  expect(lines.filter(({ type }) => type === 'tool').map(({ title }) => title)).toEqual(['Read a.ts', 'npm test']);
});
