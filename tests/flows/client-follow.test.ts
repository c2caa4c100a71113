import { afterAll, beforeAll, expect, it } from 'vitest';
import { Connection } from '#client/api/connection.ts';
import { fetchLatestCursor, followEvents } from '#client/api/operations/events.ts';
import { listen } from '#server/http/listen.ts';
import { addFacts } from '#tests/support/add-facts.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

it('the SDK follows the log across a restart of the server, and gives each event once', async () => {
  const first = await listen(test.app, '127.0.0.1', 0);
  const connection = new Connection({ serverUrl: first.url, token: test.ownerToken });
  const waits: number[] = [];
  const events = followEvents(
    connection,
    {},
    { after: await fetchLatestCursor(connection), onWait: (ms) => waits.push(ms) },
  );
  await addFacts(test.app, test.owner, 2);
  const numbers: (string | undefined)[] = [];
  const take = async () => numbers.push((await events.next()).value.data.find(({ key }) => key === 'number')?.value);
  await take();
  await take();
  const third = take();
  await first[Symbol.asyncDispose]();
  await addFacts(test.app, test.owner, 2, 2);
  await using second = await listen(test.app, '127.0.0.1', first.port);
  expect(second.url).toBe(first.url);
  await third;
  await take();
  expect(numbers).toEqual(['0', '1', '2', '3']);
  expect(waits.length).toBeGreaterThan(0);
  await events.return(undefined as never);
  await expect.poll(() => test.app.sequencer.census().followers).toBe(0);
});

it('the SDK tells of a cursor that the log does not know, instead of going on', async () => {
  const connection = new Connection({ serverUrl: test.url, token: test.ownerToken });
  const events = followEvents(connection, {}, { after: 'unknown' });
  await expect(events.next()).rejects.toMatchObject({ name: 'Refused', code: 'CURSOR_EXPIRED' });
});

it('the SDK tells of a credential that is refused, instead of trying for ever', async () => {
  const connection = new Connection({ serverUrl: test.url, token: 'krn_unknown' });
  await expect(followEvents(connection, {}, { after: 'any' }).next()).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  });
});
