import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { recordedActor } from '#server/auth/actor.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { cursorOf, logStart } from '#server/events/event-cursor.ts';
import { addFacts } from '#tests/support/scenes/add-facts.ts';
import { addWorkItem } from '#tests/support/cast.ts';
import { holdReadsOfWorkItems } from '#tests/support/database/hold-reads.ts';
import { SocketClient } from '#tests/support/server/socket-client.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

/** 300 subscriptions in each stage; `npm run bench -- abandoned` does it with 10,000. */
const SOCKETS = 3;
const OF_EACH = 100;
const EVENTS = 'subscription ($after: String) { events(after: $after) { cursor workItem { key } } }';
const LONG = { timeout: 30_000 };

let test: TestApp;
let workItemId: string;
beforeAll(async () => {
  test = await createTestApp();
  workItemId = await addWorkItem(test.app, test.owner);
  await addFacts(test.app, test.owner, 250);
});
afterAll(() => test[Symbol.asyncDispose]());
afterEach(() => vi.restoreAllMocks());

const census = () => ({
  ...test.app.sequencer.census(),
  ...test.app.viewers.census(),
  credentials: test.app.credentials.size,
});
/** Timers and sockets that keep this process alive. */
const handles = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout' || name === 'TCPSocketWrap');

/** Opens all subscriptions, brings them into a stage, and cuts the connections there. */
async function abandon(variables: object, reach: (clients: readonly SocketClient[]) => Promise<unknown>) {
  const clients = await Promise.all(
    Array.from({ length: SOCKETS }, () => SocketClient.connect(test.url, test.ownerToken)),
  );
  for (const client of clients) {
    for (let id = 0; id < OF_EACH; id++) client.subscribe(String(id), EVENTS, { ...variables });
  }
  await reach(clients);
  for (const client of clients) client.socket.terminate();
}

const allLive = () => expect.poll(() => census().live, LONG).toBe(SOCKETS * OF_EACH);

async function addFactOfWorkItem(): Promise<void> {
  const { organisationId } = test.owner;
  await inTransaction(test.app, async (tx) => {
    tx.record({ type: 'work_item.updated', organisationId, actor: recordedActor(test.owner), workItemId, data: {} });
  });
}

it.each([
  ['as they are asked for', {}, () => Promise.resolve()],
  ['before anything was given', {}, () => expect.poll(() => census().viewers, LONG).toBeGreaterThan(0)],
  [
    'amid what was missed',
    { after: cursorOf(logStart) },
    ([client]: readonly SocketClient[]) => client?.events('99', 'events', 1) ?? Promise.resolve(),
  ],
  ['while they are live', {}, allLive],
  [
    'while an event is being executed',
    {},
    async () => {
      await allLive();
      const gate = holdReadsOfWorkItems();
      await addFactOfWorkItem();
      await gate.reached;
      setImmediate(gate.open);
    },
  ],
] as [string, object, (clients: readonly SocketClient[]) => Promise<unknown>][])(
  'hundreds of subscriptions that are cut %s leave no viewer, follower, timer or socket behind',
  async (_name, variables, reach) => {
    await expect.poll(census, LONG).toMatchObject({ viewers: 0, followers: 0, credentials: 0 });
    const before = handles().length;
    await abandon(variables, reach);
    const nothing = { viewers: 0, live: 0, groups: 0, followers: 0, tails: 0, credentials: 0 };
    await expect.poll(census, LONG).toMatchObject(nothing);
    await expect.poll(() => handles().length, LONG).toBeLessThanOrEqual(before);
  },
);
