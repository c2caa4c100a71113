import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { listen } from '#server/http/listen.ts';
import { addWorkItem } from '#tests/support/cast.ts';
import { createBenchApp } from '../bench-app.ts';
import type { Benchmark } from '../benchmark.ts';
import { Helper } from './helper.ts';
import { usedMemory } from './used-memory.ts';
import { viewersReach } from './viewers-reach.ts';

const SUBSCRIBERS = 10_000;
/** Client processes, so that none of them opens more files than a process may. */
const CLIENTS = 2;
/** Enough bare connections to know what one holds. */
const BARE = 2_000;

const query = 'subscription ($filter: EventFilter) { events(filter: $filter) { cursor type workItem { key } } }';

export const benchmark: Benchmark = {
  name: 'idle-subscribers',
  description: `memory that each of ${SUBSCRIBERS} idle WebSocket subscribers takes in the server, against bare ws connections`,
  async run(report) {
    await using bench = await createBenchApp();
    const { app, owner, ownerToken } = bench;
    const workItemId = await addWorkItem(app, owner);
    await using listening = await listen(app, '127.0.0.1', 0);
    const clients = Array.from({ length: CLIENTS }, () => new Helper('subscriber-process.ts'));
    const connect = (url: string, count: number, more: object) =>
      Promise.all(
        clients.map((client) => client.ask({ type: 'connect', pool: url, url, count: count / CLIENTS, ...more })),
      );
    const url = `${listening.url.replace('http', 'ws')}/graphql`;
    const payload = { query, variables: { filter: { workItemId } } };
    const subscribe = { tokens: [ownerToken], payload };
    await connect(url, CLIENTS, subscribe);
    await viewersReach(app, CLIENTS);

    const bare = await memoryOfBare((bareUrl) => connect(bareUrl, BARE, { tokens: [] }));
    const before = { used: usedMemory(), rss: process.memoryUsage().rss };
    await connect(url, SUBSCRIBERS, subscribe);
    await viewersReach(app, SUBSCRIBERS + CLIENTS);
    const each = (usedMemory() - before.used) / SUBSCRIBERS;
    const rss = (process.memoryUsage().rss - before.rss) / SUBSCRIBERS;
    report({ name: 'idle-subscribers each', value: each, unit: 'bytes', ratio: each / bare, against: 'bare ws' });
    report({ name: 'idle-subscribers each, bare ws', value: bare, unit: 'bytes' });
    report({ name: 'idle-subscribers each, of the process', value: rss, unit: 'bytes' });
    for (const client of clients) await client[Symbol.asyncDispose]();
    await viewersReach(app, 0);
  },
};

/** Bytes that a connection of a bare server takes in this process. */
async function memoryOfBare(connect: (url: string) => Promise<unknown>): Promise<number> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(server, 'listening');
  const before = usedMemory();
  await connect(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const each = (usedMemory() - before) / BARE;
  for (const client of server.clients) client.terminate();
  server.close();
  await once(server, 'close');
  return each;
}
