import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BundledKernel, bundleKernel } from '#tests/support/mcp/bundle-kernel.ts';
import { bridgeOverHttp, type HttpBridge } from '#tests/support/mcp/http-bridge.ts';

/**
 * The scenarios of the public suite that ask about a server as it is. The others call tools, resources and prompts that
 * a server must have only for the suite (`test_simple_text`, `test://static-text`), or ask for what is not offered here:
 * logging, completion, subscriptions, sampling, elicitation, and HTTP itself.
 */
const scenarios = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'];
const suite = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');

let kernel: BundledKernel;
let bridge: HttpBridge;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kernel-conformance-'));
  kernel = await bundleKernel();
  bridge = await bridgeOverHttp(kernel.program, { HOME: folder, PATH: process.env['PATH'] ?? '' }, folder);
});
afterAll(async () => {
  await bridge[Symbol.asyncDispose]();
  await kernel[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** The suite is a program that loads itself anew for each scenario, and so does the server: all of them load at once. */
const SCENARIO_LIMIT_MS = 120_000;

it.concurrent.each(scenarios)(
  'the public conformance suite passes: %s',
  async (scenario) => {
    const args = [suite, 'server', '--url', bridge.url, '--scenario', scenario];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
    expect(stdout).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
  },
  SCENARIO_LIMIT_MS,
);
