import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { kernelProcess, type KernelProcess } from '../support/cli/kernel.ts';

/** What the network does to each request in turn: loses its answer, or lets it through; then all go through. */
let fates: ('lose' | 'pass')[] = [];
let sentKeys: string[] = [];
let app: TestApp;
let network: Server;
let kernel: KernelProcess;

beforeAll(async () => {
  app = await createTestApp();
  network = createServer((request, response) => void forward(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => network.once('listening', resolve));
  const { port } = network.address() as AddressInfo;
  kernel = await kernelProcess({ KERNEL_SERVER_URL: `http://127.0.0.1:${port}`, KERNEL_TOKEN: app.ownerToken });
});

afterAll(async () => {
  network.closeAllConnections();
  await new Promise((resolve) => network.close(resolve));
  await kernel[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

type Handler = Parameters<typeof createServer>[1] & {};

async function forward(...[request, response]: Parameters<Handler>): Promise<void> {
  const body = await buffer(request);
  sentKeys.push(/"idempotencyKey":"([^"]+)"/.exec(body.toString('utf8'))?.[1] ?? '');
  const headers = { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' };
  const answer = await fetch(`${app.url}${request.url ?? ''}`, { method: 'POST', headers, body });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (fates.shift() === 'lose') return void response.destroy();
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(bytes);
}

it('a command whose answer was lost is repeated under the same key and done once', async () => {
  [fates, sentKeys] = [['lose', 'lose'], []];
  expect(await kernel.run(['project', 'create', 'AUTH', 'Sign-in'])).toMatchObject({
    code: 0,
    out: 'created project AUTH\n',
  });
  expect(sentKeys).toHaveLength(3);
  expect(new Set(sentKeys).size).toBe(1);
  expect((await kernel.json<{ totalCount: number }>(['project', 'list'])).totalCount).toBe(1);
});

it('a command is not repeated forever, and says so in a sentence', async () => {
  [fates, sentKeys] = [Array.from({ length: 20 }, () => 'lose' as const), []];
  const { code, err } = await kernel.run(['project', 'create', 'LOST', 'Lost']);
  expect([code, err]).toEqual([6, expect.stringContaining('the connection broke before the answer came')]);
  expect(sentKeys).toHaveLength(4);
});

it('a session whose credential was lost with the answer says that it will not be shown again', async () => {
  fates = [];
  await kernel.run(['work', 'create', 'AUTH', 'Rotate', '--goal', 'g']);
  fates = ['lose'];
  const { code, out, err } = await kernel.run([
    'session',
    'register',
    'AUTH-1',
    '--runtime',
    'codex',
    '--purpose',
    'p',
  ]);
  expect([code, out, err]).toEqual([
    0,
    expect.stringMatching(/^registered ses_\S+\n$/),
    expect.stringContaining('not shown again'),
  ]);
});
