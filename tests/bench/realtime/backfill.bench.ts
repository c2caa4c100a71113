import { listen } from '#server/http/listen.ts';
import { addWorkItem } from '#tests/support/cast.ts';
import { createBenchApp } from '../bench-app.ts';
import type { Benchmark } from '../benchmark.ts';
import { Helper } from './helper.ts';
import { seedLog } from './seed-log.ts';
import { usedMemory } from './used-memory.ts';

const EVENTS = 100_000;
/** The memory is looked at after this part and after the whole. */
const FIRST_PART = 20_000;

const query = 'subscription ($after: String) { events(after: $after) { cursor type occurredAt actor { kind name } } }';

export const benchmark: Benchmark = {
  name: 'backfill',
  description: `${EVENTS} events that one client missed, over a WebSocket, and what the server holds meanwhile`,
  async run(report) {
    await using bench = await createBenchApp();
    const { app, owner, ownerToken } = bench;
    const after = await seedLog(bench, EVENTS, await addWorkItem(app, owner));
    await using listening = await listen(app, '127.0.0.1', 0);
    await using subscribers = new Helper('subscriber-process.ts');
    const url = `${listening.url.replace('http', 'ws')}/graphql`;
    const pool = 'one';
    const began = performance.now();
    const payload = { query, variables: { after } };
    await subscribers.ask({ type: 'connect', pool, url, count: 1, tokens: [ownerToken], payload });
    await subscribers.ask({ type: 'receive', pool, events: FIRST_PART });
    const early = usedMemory();
    await subscribers.ask({ type: 'receive', pool, events: EVENTS - FIRST_PART });
    const seconds = (performance.now() - began) / 1_000;
    const late = usedMemory();
    report({ name: 'backfill', value: EVENTS / seconds, unit: '1/s' });
    report({ name: `backfill memory after ${FIRST_PART}`, value: early / 1e6, unit: 'MB' });
    const against = `after ${FIRST_PART}`;
    report({ name: `backfill memory after ${EVENTS}`, value: late / 1e6, unit: 'MB', ratio: late / early, against });
  },
};
