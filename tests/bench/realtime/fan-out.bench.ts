import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { listen } from '#server/http/listen.ts';
import { addMember, addWorkItem } from '#tests/support/cast.ts';
import { createBenchApp } from '../bench-app.ts';
import type { Benchmark, Report } from '../benchmark.ts';
import { clockUs } from './clock-us.ts';
import { viewersReach } from './viewers-reach.ts';
import { Helper } from './helper.ts';
import { percentile } from '../compare.ts';
import type { PoolReport } from './subscriber-process.ts';

const SUBSCRIBERS = 1_000;
/** People with the same rights whose credentials the subscribers use. */
const PEOPLE = 20;
const EVENTS = 100;
const WARM_UP_EVENTS = 150;

const query = `subscription ($filter: EventFilter) {
  events(filter: $filter) { cursor type occurredAt actor { kind name } data { key value } workItem { id key title state } }
}`;

/** What one event cost a server: when it was sent, and the processor's time until all had it. */
interface Sent {
  readonly atUs: number;
  readonly cpuUs: number;
}

export const benchmark: Benchmark = {
  name: 'fan-out',
  description: `an event of one work item to ${SUBSCRIBERS} WebSocket subscribers, against a bare ws server that sends the same bytes`,
  async run(report) {
    await using bench = await createBenchApp();
    const { app, owner } = bench;
    await using listening = await listen(app, '127.0.0.1', 0);
    const bare = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
    await using subscribers = new Helper('subscriber-process.ts');
    await using writer = new Helper('server-process.ts');
    await writer.ask({ type: 'start', database: app.database.pool.options });
    const workItemId = await addWorkItem(app, owner);
    const tokens = await Promise.all(
      Array.from({ length: PEOPLE }, async (_, i) => (await addMember(app, owner, `Person ${i}`)).secret),
    );
    const payload = { query, variables: { filter: { workItemId } } };
    const url = `${listening.url.replace('http', 'ws')}/graphql`;
    await subscribers.ask({ type: 'connect', pool: 'kernel', url, count: SUBSCRIBERS, tokens, payload });
    const bareUrl = `ws://127.0.0.1:${(bare.address() as AddressInfo).port}`;
    await subscribers.ask({ type: 'connect', pool: 'bare', url: bareUrl, count: SUBSCRIBERS, tokens: [] });
    await viewersReach(app, SUBSCRIBERS);

    const commit = () => writer.ask<number>({ type: 'commit', actor: owner, workItemId });
    const kernel: Sent[] = [await sent(subscribers, 'kernel', commit)];
    const { text } = await subscribers.ask<PoolReport>({ type: 'report', pool: 'kernel' });
    const broadcast = async () => {
      const began = clockUs();
      for (const client of bare.clients) client.send(text);
      return began;
    };
    const plain: Sent[] = [await sent(subscribers, 'bare', broadcast)];
    for (let event = 1; event < EVENTS + WARM_UP_EVENTS; event += 1) {
      kernel.push(await sent(subscribers, 'kernel', commit));
      plain.push(await sent(subscribers, 'bare', broadcast));
    }
    const arrivals = async (pool: string) => (await subscribers.ask<PoolReport>({ type: 'report', pool })).arrivals;
    reportBoth(report, costOf(kernel, await arrivals('kernel')), costOf(plain, await arrivals('bare')));
    report({ name: 'fan-out message', value: Buffer.byteLength(text), unit: 'bytes' });
    for (const client of bare.clients) client.terminate();
    bare.close();
    await once(bare, 'close');
  },
};

/** Sends one event, and measures until every subscriber of the pool has it. */
async function sent(subscribers: Helper, pool: string, send: () => Promise<number>): Promise<Sent> {
  const before = process.cpuUsage();
  const received = subscribers.ask({ type: 'receive', pool });
  const atUs = await send();
  await received;
  const { user, system } = process.cpuUsage(before);
  return { atUs, cpuUs: user + system };
}

interface Cost {
  readonly p50: number;
  readonly p99: number;
  readonly cpu: number;
}

/** All in milliseconds: of the delay over all subscribers and events, and of the processor's time for an event. */
function costOf(sent: readonly Sent[], arrivals: readonly (readonly number[])[]): Cost {
  const measured = sent.slice(WARM_UP_EVENTS);
  const delays = measured.flatMap(({ atUs }, i) =>
    (arrivals[WARM_UP_EVENTS + i] ?? []).map((arrivedUs) => (arrivedUs - atUs) / 1_000),
  );
  const cpu = percentile(
    measured.map(({ cpuUs }) => cpuUs / 1_000),
    0.5,
  );
  return { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99), cpu };
}

function reportBoth(report: Report, kernel: Cost, plain: Cost): void {
  const against = 'bare ws';
  const sides = { p50: 'p50', p99: 'p99', cpu: 'CPU for an event' } as const;
  for (const side of ['p50', 'p99', 'cpu'] as const) {
    const ratio = kernel[side] / plain[side];
    report({ name: `fan-out ${sides[side]}`, value: kernel[side], unit: 'ms', ratio, against });
    report({ name: `fan-out ${sides[side]}, ${against}`, value: plain[side], unit: 'ms' });
  }
}
