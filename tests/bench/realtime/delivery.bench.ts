import { addWorkItem } from '#tests/support/cast.ts';
import { createBenchApp } from '../bench-app.ts';
import type { Benchmark } from '../benchmark.ts';
import { Helper } from './helper.ts';
import { percentile } from '../compare.ts';
import type { PoolReport } from './subscriber-process.ts';

/** Clients at each of the two servers. */
const SUBSCRIBERS = 10;
const EVENTS = 400;
const WARM_UP_EVENTS = 100;

const query = 'subscription { events { cursor type workItem { key state } } }';

export const benchmark: Benchmark = {
  name: 'delivery',
  description: `from the commit of an event to its arrival at ${SUBSCRIBERS} clients of each of two server processes`,
  async run(report) {
    await using bench = await createBenchApp();
    const { app, owner, ownerToken } = bench;
    const workItemId = await addWorkItem(app, owner);
    await using subscribers = new Helper('subscriber-process.ts');
    await using own = new Helper('server-process.ts');
    await using other = new Helper('server-process.ts');
    const pools = { own, other } as const;
    for (const [pool, server] of Object.entries(pools)) {
      const url = await server.ask<string>({ type: 'start', database: app.database.pool.options });
      const at = { url: `${url.replace('http', 'ws')}/graphql`, count: SUBSCRIBERS, tokens: [ownerToken] };
      await subscribers.ask({ type: 'connect', pool, ...at, payload: { query, variables: {} } });
      await server.ask({ type: 'viewers', count: SUBSCRIBERS });
    }
    const commits: number[] = [];
    for (let event = 0; event < WARM_UP_EVENTS + EVENTS; event += 1) {
      commits.push(await own.ask<number>({ type: 'commit', actor: owner, workItemId }));
      for (const pool of ['own', 'other']) await subscribers.ask({ type: 'receive', pool });
    }
    for (const [pool, words] of [
      ['own', 'on the server that committed it'],
      ['other', 'on the other server'],
    ] as const) {
      const { arrivals } = await subscribers.ask<PoolReport>({ type: 'report', pool });
      const delays = commits
        .flatMap((atUs, event) => (arrivals[event] ?? []).map((arrivedUs) => (arrivedUs - atUs) / 1_000))
        .slice(WARM_UP_EVENTS * SUBSCRIBERS);
      report({ name: `delivery p50 ${words}`, value: percentile(delays, 0.5), unit: 'ms' });
      report({ name: `delivery p99 ${words}`, value: percentile(delays, 0.99), unit: 'ms' });
    }
  },
};
