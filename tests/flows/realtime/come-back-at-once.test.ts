import { afterAll, beforeAll, expect, it } from 'vitest';
import { cursorOf, logStart } from '#server/events/event-cursor.ts';
import { addWorkItem } from '#tests/support/cast.ts';
import { addFacts } from '#tests/support/scenes/add-facts.ts';
import { SocketClient } from '#tests/support/server/socket-client.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const SOCKETS = 3;
const OF_EACH = 100;
const EVENTS = 'subscription ($after: String) { events(after: $after) { cursor workItem { key } } }';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await addWorkItem(test.app, test.owner);
  await addFacts(test.app, test.owner, 9);
});
afterAll(() => test[Symbol.asyncDispose]());

/** The most that waited for a connection to the database at any moment until it is stopped. */
function watchQueue(): () => number {
  const { pool } = test.app.database;
  let most = 0;
  const look = setInterval(() => (most = Math.max(most, pool.waitingCount)), 1);
  return () => {
    clearInterval(look);
    return most;
  };
}

it('hundreds of subscriptions that come back at once are all caught up, and nobody waits behind them', async () => {
  const clients = await Promise.all(
    Array.from({ length: SOCKETS }, () => SocketClient.connect(test.url, test.ownerToken)),
  );
  const stop = watchQueue();
  for (const client of clients) {
    for (let id = 0; id < OF_EACH; id++) client.subscribe(String(id), EVENTS, { after: cursorOf(logStart) });
  }
  await expect.poll(() => test.app.viewers.census().live).toBe(SOCKETS * OF_EACH);
  // Without turns, several hundred reads stand before whatever is asked next.
  expect(stop()).toBeLessThan(40);
  const [first, ...others] = await Promise.all(clients.map((client) => client.events('99', 'events', 10)));
  expect(first).toHaveLength(new Set(first?.map((event) => (event as { cursor: string }).cursor)).size);
  for (const other of others) expect(other).toEqual(first);
  for (const client of clients) client[Symbol.dispose]();
});
