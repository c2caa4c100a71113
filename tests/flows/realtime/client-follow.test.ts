import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Connection, type ConnectionOptions } from '#client/api/connection.ts';
import { fetchLatestCursor, followEvents, type LogEvent } from '#client/api/operations/events.ts';
import { fetchViewer } from '#client/api/operations/organisation/viewer.ts';
import type { FollowOptions } from '#client/api/streams/follow.ts';
import type { FollowState } from '#client/api/streams/follow-state.ts';
import { listen } from '#server/http/listen.ts';
import { addFacts } from '#tests/support/scenes/add-facts.ts';
import { addMember } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const followers = () => test.app.sequencer.census().followers;

describe.each(['sse', 'websocket'] as const)('the SDK follows the log over %s and', (transport) => {
  const connect = (token: ConnectionOptions['token'] = test.ownerToken, serverUrl = test.url) =>
    new Connection({ serverUrl, token, transport, webSocket: WebSocket, retryDelaysMs: [] });

  /** The numbers of the next events, each of a fact of its own. */
  async function take(events: AsyncGenerator<LogEvent, void>, count: number): Promise<string[]> {
    const numbers: string[] = [];
    while (numbers.length < count) {
      const { done, value } = await events.next();
      if (done === true) break;
      const number = value.data.find(({ key }) => key === 'number')?.value;
      if (number !== undefined) numbers.push(number);
    }
    return numbers;
  }

  it('gives each event once across a restart of the server, and tells how it stands', async () => {
    const first = await listen(test.app, '127.0.0.1', 0);
    const connection = connect(test.ownerToken, first.url);
    const after = await fetchLatestCursor(connection);
    await addFacts(test.app, test.owner, 2);
    const states: FollowState[] = [];
    const leave = new AbortController();
    const options: FollowOptions = { after, onState: (state) => states.push(state), signal: leave.signal };
    const events = followEvents(connection, {}, options);
    expect(await take(events, 2)).toEqual(['0', '1']);
    const next = take(events, 2);
    await expect.poll(() => states.at(-1)?.name).toBe('live');
    await first[Symbol.asyncDispose]();
    await expect.poll(() => states.filter(({ name }) => name === 'offline').length).toBeGreaterThan(1);
    await addFacts(test.app, test.owner, 2, 2);
    await using second = await listen(test.app, '127.0.0.1', first.port);
    expect(second.url).toBe(first.url);
    expect(await next).toEqual(['2', '3']);
    const end = take(events, 1);
    await expect.poll(() => states.at(-1)?.name).toBe('live');
    const names = states.map(({ name }) => name);
    expect(names.filter((name, i) => name !== names[i - 1])).toEqual([
      ...['connecting', 'catching-up', 'live', 'offline', 'catching-up', 'live'],
    ]);
    const lost = states.flatMap((state) => (state.name === 'offline' ? [state.since.getTime()] : []));
    expect(new Set(lost).size).toBe(1);
    leave.abort();
    expect(await end).toEqual([]);
    await expect.poll(followers).toBe(0);
  });

  it('takes the cursor before its first snapshot, so that what happens while it reads still comes', async () => {
    let snapshots = 0;
    const onSnapshot = () => addFacts(test.app, test.owner, 1, 100 + (snapshots += 1));
    const events = followEvents(connect(), {}, { onSnapshot });
    expect(await take(events, 1)).toEqual(['101']);
    await events.return();
    expect(snapshots).toBe(1);
  });

  it('reads a snapshot and goes on without a hole when the log no longer knows its cursor', async () => {
    const onSnapshot = () => addFacts(test.app, test.owner, 2, 200);
    const events = followEvents(connect(), {}, { after: 'no longer known', onSnapshot });
    expect(await take(events, 2)).toEqual(['200', '201']);
    await events.return();
  });

  it('says so when nobody would read a snapshot', async () => {
    const events = followEvents(connect(), {}, { after: 'unknown' });
    await expect(events.next()).rejects.toMatchObject({ name: 'Refused', code: 'CURSOR_EXPIRED' });
  });

  it('goes on under another token when its own is revoked, missing nothing', async () => {
    const [old, young] = [await addMember(test.app, test.owner), await addMember(test.app, test.owner)];
    const refusals: (string | undefined)[] = [];
    const token = (refused: string | undefined) => {
      refusals.push(refused);
      return refused === old.secret ? young.secret : old.secret;
    };
    const events = followEvents(connect(token), {}, { after: await fetchLatestCursor(connect()) });
    const taken = take(events, 3);
    await expect.poll(followers).toBe(1);
    await addFacts(test.app, test.owner, 1, 300);
    await test.app.services.tokens.revokeToken(test.owner, { tokenId: old.actor.tokenId });
    await addFacts(test.app, test.owner, 1, 301);
    await expect.poll(() => refusals.length).toBe(2);
    await addFacts(test.app, test.owner, 1, 302);
    expect(await taken).toEqual(['300', '301', '302']);
    expect(refusals).toEqual([undefined, old.secret]);
    await events.return();
  });

  it.each([
    ['there is no other', () => 'krn_refused'],
    ['every other one is refused too', (refused: string | undefined) => `${refused ?? 'krn_refused'}+`],
  ])('gives up when its token is refused and %s, instead of trying for ever', async (_name, source) => {
    const asked: unknown[] = [];
    const token = (refused: string | undefined) => {
      asked.push(refused);
      return source(refused);
    };
    const after = await fetchLatestCursor(connect());
    await expect(followEvents(connect(token), {}, { after }).next()).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    expect(asked.length).toBeLessThan(8);
    await expect(followEvents(connect('krn_unknown'), {}, { after }).next()).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('lets several streams share one connection, each with its own place', async () => {
    const connection = connect();
    const after = await fetchLatestCursor(connection);
    await addFacts(test.app, test.owner, 3, 400);
    const streams = Array.from({ length: 5 }, () => followEvents(connection, {}, { after }));
    for (const taken of await Promise.all(streams.map((events) => take(events, 3))))
      expect(taken).toEqual(['400', '401', '402']);
    await Promise.all(streams.map((events) => events.return()));
    await expect.poll(followers).toBe(0);
  });
});

it('the SDK sends a request again under another token when its own was refused', async () => {
  const connection = new Connection({
    serverUrl: test.url,
    token: (refused) => (refused === undefined ? 'krn_old' : test.ownerToken),
  });
  expect(await fetchViewer(connection)).toMatchObject({ id: test.owner.id });
});
