import { spawnSync } from 'node:child_process';
import { readFile, rm, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHandoffStore, createHandoff } from '#daemon/handoff-store/index.ts';
import { bundleKernel } from '#tests/support/mcp/bundle-kernel.ts';
import { handoffText } from '#tests/support/mcp/handoff-text.ts';
import { type McpProcess, startMcp } from '#tests/support/mcp/mcp-process.ts';
import type { Benchmark } from './benchmark.ts';

/** Documents that lie in the store. */
const DOCUMENTS = 10_000;
/** What the known Python tool takes to start with as many records, in milliseconds. */
const KNOWN_START_MS = 281;
const STARTS = 11;
const CALLS = 100;

export const benchmark: Benchmark = {
  name: 'mcp-start',
  description: `kernel mcp from its start to the answer to initialize, beside ${DOCUMENTS} documents, against a bare start of Node; and its memory`,
  async run(report) {
    await using kernel = await bundleKernel();
    const home = await mkdtemp(join(tmpdir(), 'kernel-bench-mcp-'));
    const workspace = join(home, 'workspace');
    try {
      await mkdir(workspace);
      await fill(home, workspace);
      const starts: number[] = [];
      const bare: number[] = [];
      for (let at = 0; at < STARTS; at += 1) {
        bare.push(timed(() => spawnSync(process.execPath, ['-e', '0'])));
        starts.push(await start(kernel.program, home));
      }
      const [startMs, bareMs] = [median(starts), median(bare)];
      report({ name: 'mcp-start', value: startMs, unit: 'ms', ratio: startMs / bareMs, against: 'node -e 0' });
      report({ name: 'mcp-start bare', value: bareMs, unit: 'ms' });
      const against = 'the known Python tool, elsewhere';
      report({ name: 'mcp-start known', value: KNOWN_START_MS, unit: 'ms', ratio: startMs / KNOWN_START_MS, against });
      await measureMemory(kernel.program, home, workspace, (name, value) => report({ name, value, unit: 'MB' }));
    } finally {
      await rm(home, { recursive: true });
    }
  },
};

async function fill(home: string, workspace: string): Promise<void> {
  const store = openHandoffStore({
    env: { HOME: home, PATH: process.env['PATH'] },
    redact: (text) => ({ text, count: 0 }),
  });
  for (let at = 0; at < DOCUMENTS; at += 1) {
    await createHandoff(store, { workspace, name: `note-${at}.md`, content: handoffText(`Goal ${at}`) });
  }
}

async function start(program: string, home: string): Promise<number> {
  const began = performance.now();
  await using mcp = startMcp(program, { HOME: home }, home);
  await mcp.initialize();
  return performance.now() - began;
}

async function measureMemory(
  program: string,
  home: string,
  workspace: string,
  report: (name: string, megabytes: number) => void,
): Promise<void> {
  await using mcp = startMcp(program, { HOME: home }, home);
  await mcp.initialize();
  report('mcp-start memory', await residentMegabytes(mcp));
  await mcp.request('tools/list');
  for (let at = 0; at < CALLS; at += 1) {
    await call(mcp, 'handoff_create', { workspace, name: 'bench.md', content: handoffText(`Bench ${at}`) });
    await call(mcp, 'handoff_list', { workspace, limit: 20 });
  }
  await call(mcp, 'handoff_search', { workspace, query: 'signing' });
  report(`mcp-start memory after ${2 * CALLS} calls`, await residentMegabytes(mcp));
}

async function call(mcp: McpProcess, name: string, args: object): Promise<void> {
  const { result, error } = await mcp.request('tools/call', { name, arguments: args });
  if (error !== undefined || result?.['isError'] === true) throw new Error(`${name} failed: ${JSON.stringify(result)}`);
}

/** What the system says the process holds; NaN where it has no /proc. */
async function residentMegabytes({ child }: McpProcess): Promise<number> {
  const status = await readFile(`/proc/${String(child.pid)}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

function timed(run: () => unknown): number {
  const began = performance.now();
  run();
  return performance.now() - began;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
