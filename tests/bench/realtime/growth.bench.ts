import { eventCursor } from '#server/events/event-cursor.ts';
import { listen } from '#server/http/listen.ts';
import { addWorkItem } from '#tests/support/cast.ts';
import { type BenchApp, createBenchApp } from '../bench-app.ts';
import type { Benchmark } from '../benchmark.ts';
import { median } from '../compare.ts';
import { clockUs } from './clock-us.ts';
import { commitFact } from './commit-fact.ts';
import { Helper } from './helper.ts';
import { seedLog } from './seed-log.ts';
import type { PoolReport } from './subscriber-process.ts';
import { viewersReach } from './viewers-reach.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
const ROUNDS = 80;
const WARM_UP_ROUNDS = 20;

const SUBSCRIPTION = `subscription ($filter: EventFilter) { events(filter: $filter) { cursor type } }`;
const PAGE = `query ($after: String, $oldestFirst: Boolean!, $filter: EventFilter) {
  events(first: 50, after: $after, oldestFirst: $oldestFirst, filter: $filter) { edges { cursor node { id type occurredAt } } }
}`;

/** What is timed on a log, each in milliseconds. */
interface Acts {
  readonly delivery: () => Promise<number>;
  readonly 'newest page': () => Promise<number>;
  readonly 'page from the middle': () => Promise<number>;
  readonly 'page of one work item': () => Promise<number>;
}

const names = ['delivery', 'newest page', 'page from the middle', 'page of one work item'] as const;

export const benchmark: Benchmark = {
  name: 'growth',
  description: `delivering and paging with ${LARGE} events in the log, against ${SMALL}`,
  async run(report) {
    await using small = await createBenchApp();
    await using large = await createBenchApp();
    await using subscribers = new Helper('subscriber-process.ts');
    await using smallActs = await actsOn(small, subscribers, SMALL);
    await using largeActs = await actsOn(large, subscribers, LARGE);
    for (const name of names) {
      const [few, many]: [number[], number[]] = [[], []];
      for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
        const [one, other] = [await smallActs[name](), await largeActs[name]()];
        if (round < 0) continue;
        few.push(one);
        many.push(other);
      }
      const ratio = median(many) / median(few);
      report({ name: `growth ${name}`, value: median(many), unit: 'ms', ratio, against: `${SMALL} events` });
    }
  },
};

async function actsOn(bench: BenchApp, subscribers: Helper, count: number): Promise<Acts & AsyncDisposable> {
  const { app, owner, ownerToken } = bench;
  const workItemId = await addWorkItem(app, owner);
  await seedLog(bench, count, workItemId);
  const listening = await listen(app, '127.0.0.1', 0);
  const pool = String(count);
  const url = `${listening.url.replace('http', 'ws')}/graphql`;
  const payload = { query: SUBSCRIPTION, variables: { filter: { workItemId } } };
  await subscribers.ask({ type: 'connect', pool, url, count: 1, tokens: [ownerToken], payload });
  await viewersReach(app, 1);
  const { organisationId } = owner;
  const middle = await app.prisma.event.findFirstOrThrow({ where: { organisationId, seq: BigInt(count / 2) } });
  const page = (variables: object) => () => timed(() => ask(listening.url, ownerToken, PAGE, variables));
  return {
    delivery: () => deliver(bench, subscribers, pool, workItemId),
    'newest page': page({ oldestFirst: false }),
    'page from the middle': page({ oldestFirst: true, after: eventCursor(middle) }),
    'page of one work item': page({ oldestFirst: false, filter: { workItemId } }),
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}

/** From the call of the command that makes an event to its arrival at a client. */
async function deliver(bench: BenchApp, subscribers: Helper, pool: string, workItemId: string): Promise<number> {
  const began = clockUs();
  const received = subscribers.ask({ type: 'receive', pool });
  await commitFact(bench.app, bench.owner, workItemId);
  await received;
  const { arrivals } = await subscribers.ask<PoolReport>({ type: 'report', pool });
  return ((arrivals.at(-1)?.[0] ?? began) - began) / 1_000;
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

async function ask(url: string, token: string, query: string, variables: object): Promise<void> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: { events: { edges: object[] } } | null; errors?: object };
  if (data?.events.edges.length === 0 || errors !== undefined) throw new Error(`no page: ${JSON.stringify(errors)}`);
}
