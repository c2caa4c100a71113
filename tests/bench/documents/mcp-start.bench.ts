import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHandoffStore } from '#daemon/handoff-store/index.ts';
import { bundleKernel } from '#tests/support/mcp/bundle-kernel.ts';
import { handoffText } from '#tests/support/mcp/handoff-text.ts';
import { type McpProcess, startMcp } from '#tests/support/mcp/mcp-process.ts';
import type { Benchmark, Report } from '../benchmark.ts';
import { median } from '../compare.ts';
import { fillStore } from './fill-store.ts';

/** Documents that lie in the store. */
const DOCUMENTS = 10_000;
/** What the known Python tool takes to start with as many records, in milliseconds. */
const KNOWN_START_MS = 281;
const STARTS = 11;
/** Mixed calls after which the memory is looked at: a document created, read, judged, listed and searched by turns. */
const CALLS = 2_000;
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};
/** The least that the SDK's own server can be. */
const BARE_SERVER = `
  import { Server } from '@modelcontextprotocol/sdk/server/index.js';
  import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
  await new Server({ name: 'bare', version: '1' }, { capabilities: {} }).connect(new StdioServerTransport());`;

export const benchmark: Benchmark = {
  name: 'mcp-start',
  description: `kernel mcp from its start to the answers to initialize and tools/list, beside ${DOCUMENTS} documents, against a bare start of Node and a bare server of the SDK; and its memory after ${CALLS} mixed calls`,
  async run(report) {
    await using kernel = await bundleKernel();
    const home = await mkdtemp(join(tmpdir(), 'kernel-bench-mcp-'));
    const workspace = join(home, 'workspace');
    try {
      await mkdir(workspace);
      await fill(home, workspace);
      await measureStarts(kernel.program, home, report);
      await measureMemory(kernel.program, home, workspace, (name, value) => report({ name, value, unit: 'MB' }));
    } finally {
      await rm(home, { recursive: true });
    }
  },
};

async function fill(home: string, workspace: string): Promise<void> {
  const store = openHandoffStore({ env: { HOME: home, PATH: process.env['PATH'] } });
  const contents = Array.from({ length: DOCUMENTS }, (_, at) => handoffText(`Goal ${at}`));
  await fillStore(store, workspace, contents);
}

async function measureStarts(program: string, home: string, report: Report): Promise<void> {
  const bare: number[] = [];
  const sdk: number[] = [];
  const initialized: number[] = [];
  const listed: number[] = [];
  for (let at = 0; at < STARTS; at += 1) {
    bare.push(await firstWordOf('console.log(0)'));
    sdk.push(await firstWordOf(BARE_SERVER));
    const began = performance.now();
    await using mcp = startMcp(program, { HOME: home }, home);
    await mcp.initialize();
    initialized.push(performance.now() - began);
    await mcp.request('tools/list');
    listed.push(performance.now() - began);
  }
  const bareMs = median(bare);
  const compared = (name: string, value: number, ratio: number, against: string) =>
    report({ name, value, unit: 'ms', ratio, against });
  report({ name: 'mcp-start bare Node', value: bareMs, unit: 'ms' });
  compared('mcp-start bare SDK server', median(sdk), median(sdk) / bareMs, 'a bare start of Node');
  compared('mcp-start initialize', median(initialized), median(initialized) / bareMs, 'a bare start of Node');
  compared('mcp-start tools/list', median(listed), median(listed) / bareMs, 'a bare start of Node');
  const known = `the ${KNOWN_START_MS} ms known of the Python tool`;
  compared('mcp-start initialize, known', median(initialized), median(initialized) / KNOWN_START_MS, known);
  const own = median(initialized.map((ms, at) => ms - (bare[at] ?? Number.NaN)));
  compared('mcp-start initialize, of our own', own, own / KNOWN_START_MS, known);
}

/** Milliseconds from the start of a script to the first that it says, asked to initialize. */
async function firstWordOf(script: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  child.stdin.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  await once(child.stdout, 'data');
  const taken = performance.now() - began;
  child.kill();
  await once(child, 'close');
  return taken;
}

async function measureMemory(
  program: string,
  home: string,
  workspace: string,
  report: (name: string, megabytes: number) => void,
): Promise<void> {
  await using mcp = startMcp(program, { HOME: home }, home);
  await mcp.initialize();
  await mcp.request('tools/list');
  report('mcp-start memory', await megabytes(mcp, 'VmRSS'));
  let ref: unknown;
  const turns = [
    async (at: number) => {
      const content = handoffText(`Bench ${at}`);
      ({ ref } = await call(mcp, 'handoff_create', { workspace, name: 'bench.md', content }));
    },
    () => call(mcp, 'handoff_read', { workspace, ref }),
    () => call(mcp, 'handoff_validate', { workspace, ref }),
    () => call(mcp, 'handoff_list', { workspace, limit: 100 }),
    () => call(mcp, 'handoff_search', { workspace, query: 'signing' }),
  ];
  for (let at = 0; at < CALLS; at += 1) await turns[at % turns.length]?.(at);
  report(`mcp-start memory after ${CALLS} calls`, await megabytes(mcp, 'VmRSS'));
  report(`mcp-start memory at its most`, await megabytes(mcp, 'VmHWM'));
}

async function call(mcp: McpProcess, name: string, args: object): Promise<Readonly<Record<string, unknown>>> {
  const { result, error } = await mcp.request('tools/call', { name, arguments: args });
  if (error !== undefined || result?.['isError'] === true) throw new Error(`${name} failed: ${JSON.stringify(result)}`);
  return (result?.['structuredContent'] ?? {}) as Readonly<Record<string, unknown>>;
}

/** What the system says the process holds; NaN where it has no /proc. */
async function megabytes({ child }: McpProcess, of: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${String(child.pid)}/status`, 'utf8').catch(() => '');
  return Number(new RegExp(`^${of}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) / 1024;
}
