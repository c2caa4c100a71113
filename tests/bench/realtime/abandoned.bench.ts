import { cursorOf, logStart } from '#server/events/event-cursor.ts';
import { listen } from '#server/http/listen.ts';
import { addWorkItem } from '#tests/support/cast.ts';
import { SocketClient } from '#tests/support/server/socket-client.ts';
import { type BenchApp, createBenchApp } from '../bench-app.ts';
import type { Benchmark } from '../benchmark.ts';
import { commitFact } from './commit-fact.ts';
import { seedLog } from './seed-log.ts';
import { usedMemory } from './used-memory.ts';
import { viewersReach } from './viewers-reach.ts';

const SUBSCRIPTIONS = 10_000;
const OF_EACH_SOCKET = 100;
const MISSED_EVENTS = 2_000;

const query = 'subscription ($after: String) { events(after: $after) { cursor workItem { key } } }';

/** What is waited for before the connection is cut. */
type Stage = (client: SocketClient, bench: BenchApp, workItemId: string) => Promise<unknown>;

const live: Stage = (_client, { app }) => viewersReach(app, OF_EACH_SOCKET);

const stages: Readonly<Record<string, { readonly after?: string; readonly reach: Stage }>> = {
  'as they are asked for': { reach: () => Promise.resolve() },
  'amid what was missed': { after: cursorOf(logStart), reach: (client) => client.events('0', 'events', 1) },
  'while they are live': { reach: live },
  'while an event is on its way': {
    reach: async (client, bench, workItemId) => {
      await live(client, bench, workItemId);
      await commitFact(bench.app, bench.owner, workItemId);
    },
  },
};

export const benchmark: Benchmark = {
  name: 'abandoned',
  description: `what ${SUBSCRIPTIONS} subscriptions leave in the server that are opened and cut in each stage of their life`,
  async run(report) {
    await using bench = await createBenchApp();
    const { app, owner } = bench;
    const workItemId = await addWorkItem(app, owner);
    await seedLog(bench, MISSED_EVENTS, workItemId);
    await using listening = await listen(app, '127.0.0.1', 0);
    for (const [name, { after, reach }] of Object.entries(stages)) {
      const abandon = (sockets: number) =>
        abandonOn(listening.url, bench, sockets, { after }, (client) => reach(client, bench, workItemId));
      // The first ones fill caches and pools that stay.
      await abandon(5);
      const before = usedMemory();
      await abandon(SUBSCRIPTIONS / OF_EACH_SOCKET);
      const { followers, tails } = app.sequencer.census();
      const { viewers, groups } = app.viewers.census();
      const left = viewers + groups + followers + tails + app.credentials.size;
      report({ name: `abandoned ${name}: left`, value: left, unit: 'objects' });
      const bytes = (usedMemory() - before) / SUBSCRIPTIONS;
      report({ name: `abandoned ${name}: memory of each`, value: bytes, unit: 'bytes' });
    }
  },
};

/** Opens a connection full of subscriptions, brings it into the stage, cuts it, and waits until the server has noticed. */
async function abandonOn(
  url: string,
  { app, ownerToken }: BenchApp,
  sockets: number,
  variables: object,
  reach: (client: SocketClient) => Promise<unknown>,
): Promise<void> {
  for (let socket = 0; socket < sockets; socket += 1) {
    const client = await SocketClient.connect(url, ownerToken);
    for (let id = 0; id < OF_EACH_SOCKET; id += 1) client.subscribe(String(id), query, { ...variables });
    await reach(client);
    client.socket.terminate();
    await client.closed;
    while (app.viewers.census().viewers > 0 || app.credentials.size > 0) await new Promise(setImmediate);
  }
}
