import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type App, createApp } from '#server/app.ts';
import { connect } from '#server/db/connect.ts';
import { listen } from '#server/http/listen.ts';
import { addFacts } from '#tests/support/scenes/add-facts.ts';
import { addMember, addSession, addWorkItem, newKey } from '#tests/support/cast.ts';
import { followByFetch } from '#tests/support/server/follow-by-fetch.ts';
import { SocketClient } from '#tests/support/server/socket-client.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const EVENTS = 'subscription ($after: String) { events(after: $after) { cursor type } }';
/** With facts of some kilobytes of text these are so large that few of them fill the buffers between server and client. */
const LARGE_EVENTS = `subscription ($after: String) { events(after: $after) { cursor a: data { value } b: data { value } c: data { value } } }`;
const LARGE_TEXT = 'x'.repeat(8_192);

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const census = (app: App = test.app) => ({
  ...app.sequencer.census(),
  ...app.viewers.census(),
  credentials: app.credentials.size,
});
const nothing = { viewers: 0, groups: 0, followers: 0, tails: 0, credentials: 0 };
const latest = async () =>
  (await test.graphql<{ latestEventCursor: string }>('{ latestEventCursor }')).data?.latestEventCursor ?? '';

describe('a stream whose credential ends', () => {
  it('is closed with a code of its own when it is revoked, and lets go of everything', async () => {
    const { secret, actor } = await addMember(test.app, test.owner, 'Revoked');
    using client = await SocketClient.connect(test.url, secret);
    client.subscribe('1', EVENTS, { after: await latest() });
    await addFacts(test.app, test.owner, 1);
    await client.events('1', 'events', 1);
    await test.app.services.tokens.revokeToken(test.owner, { tokenId: actor.tokenId });
    expect(await client.closed).toMatchObject({ code: 4410, reason: expect.stringContaining('revoked') as string });
    await expect.poll(census).toMatchObject(nothing);
  });

  it('is closed with a code of its own when it expires', async () => {
    const { secret } = await test.app.services.tokens.createToken(test.owner, {
      name: 'short',
      scopes: ['work.read'],
      expiresAt: new Date(Date.now() + 1_500),
      idempotencyKey: newKey(),
    });
    using client = await SocketClient.connect(test.url, secret ?? '');
    client.subscribe('1', EVENTS);
    expect(await client.closed).toMatchObject({ code: 4411, reason: expect.stringContaining('expired') as string });
  });

  it('is closed when its session ends', async () => {
    const session = await addSession(test.app, test.owner, await addWorkItem(test.app, test.owner));
    using client = await SocketClient.connect(test.url, session.secret);
    await test.app.services.sessions.endSession(test.owner, {
      sessionId: session.sessionId,
      status: 'COMPLETED',
      idempotencyKey: newKey(),
    });
    expect(await client.closed).toMatchObject({ code: 4410 });
  });

  it('is told so over server-sent events', async () => {
    const { secret, actor } = await addMember(test.app, test.owner, 'Told');
    const stream = await followByFetch(test.url, secret, EVENTS);
    await test.app.services.tokens.revokeToken(test.owner, { tokenId: actor.tokenId });
    const text = await stream.untilEnd();
    expect(text).toContain('"code":"UNAUTHENTICATED"');
    expect(text.trimEnd().endsWith('event: complete\ndata:')).toBe(true);
    await expect.poll(census).toMatchObject(nothing);
  });

  it.each([
    ['no credential', {}],
    ['an unknown one', { authorization: 'Bearer krn_unknown' }],
    ['something else', { authorization: 7 }],
  ])('does not begin with %s', async (_name, payload) => {
    using client = new SocketClient(test.url);
    await client.opened();
    client.send({ type: 'connection_init', payload });
    expect(await client.closed).toMatchObject({ code: 4403 });
  });
});

describe('a reader that falls behind', () => {
  it('is told, closed with a code of its own, and goes on after its cursor without a gap', async () => {
    const start = await latest();
    // A paused client answers no ping either; how long this takes here must not decide which of the two ends it.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    await using patient = await listen(test.app, '127.0.0.1', 0);
    vi.useRealTimers();
    using client = await SocketClient.connect(patient.url, test.ownerToken);
    client.subscribe('1', LARGE_EVENTS, { after: start });
    await addFacts(test.app, test.owner, 1);
    await client.events('1', 'events', 1);
    client.socket.pause();
    await addFacts(test.app, test.owner, 1_500, 1, LARGE_TEXT);
    await expect.poll(() => census().followers, { timeout: 60_000 }).toBe(0);
    client.socket.resume();
    expect(await client.closed).toMatchObject({ code: 4413 });
    const last = client.messages.at(-1);
    expect(last?.payload?.errors?.[0]?.extensions?.code).toBe('CONSUMER_TOO_SLOW');
    const seen = client.messages.flatMap(({ payload }) => {
      const event = payload?.data?.['events'] as { cursor: string } | undefined;
      return event === undefined ? [] : [event.cursor];
    });
    const page = await test.graphql<{ events: { edges: { cursor: string }[] } }>(
      'query ($last: String!) { events(oldestFirst: true, first: 1, after: $last) { edges { cursor } } }',
      { last: seen.at(-1) },
    );
    using again = await SocketClient.connect(test.url, test.ownerToken);
    again.subscribe('1', EVENTS, { after: seen.at(-1) });
    const [next] = await again.events<{ cursor: string }>('1', 'events', 1);
    expect(next?.cursor).toBe(page.data?.events.edges[0]?.cursor);
  });
});

describe('a client that breaks the protocol', () => {
  it('is closed with a code that names the mistake', async () => {
    using early = new SocketClient(test.url);
    await early.opened();
    early.subscribe('1', EVENTS);
    expect(await early.closed).toMatchObject({ code: 4401 });
    using odd = await SocketClient.connect(test.url, test.ownerToken);
    odd.socket.send('{"type":');
    expect(await odd.closed).toMatchObject({ code: 4400 });
    using large = await SocketClient.connect(test.url, test.ownerToken);
    large.socket.send('x'.repeat(5 * 1024 * 1024));
    expect(await large.closed).toMatchObject({ code: 1009 });
  });

  it('gets its hundred operations and a refusal of one more', async () => {
    using client = await SocketClient.connect(test.url, test.ownerToken);
    for (let id = 1; id <= 101; id++) client.subscribe(String(id), EVENTS);
    const refused = await client.when(({ type }) => type === 'error');
    expect(refused).toMatchObject({ payload: [{ extensions: { code: 'QUERY_TOO_COMPLEX' } }] });
    await expect.poll(census).toMatchObject({ live: 100, groups: 1, followers: 1 });
    await addFacts(test.app, test.owner, 1);
    await client.when(() => client.messages.filter(({ type }) => type === 'next').length === 100);
    client[Symbol.dispose]();
    await expect.poll(census).toMatchObject(nothing);
  });
});

describe('a subscription that is opened and abandoned', () => {
  const after = () => latest();
  const stages: [string, (client: SocketClient) => Promise<unknown> | undefined][] = [
    ['before it signs in', () => undefined],
    [
      'while it signs in',
      async (client) =>
        client.send({ type: 'connection_init', payload: { authorization: `Bearer ${test.ownerToken}` } }),
    ],
  ];
  const signedIn: [string, (client: SocketClient) => Promise<unknown>][] = [
    ['as it is asked for', async (client) => client.subscribe('1', EVENTS)],
    [
      'as it is asked for, by its own completion',
      async (client) => {
        client.subscribe('1', EVENTS);
        client.send({ type: 'complete', id: '1' });
      },
    ],
    [
      'amid what was missed',
      async (client) => {
        client.subscribe('1', EVENTS, { after: Buffer.from('e1:0:000000000000').toString('base64url') });
        await client.events('1', 'events', 3);
      },
    ],
    [
      'while it waits for what happens next',
      async (client) => {
        client.subscribe('1', EVENTS, { after: await after() });
        await expect.poll(() => census().followers).toBeGreaterThan(0);
      },
    ],
  ];

  it('over server-sent events, before it is answered, leaves nothing behind', async () => {
    const requests = Array.from({ length: 20 }, (_, round) => {
      const request = {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          authorization: `Bearer ${test.ownerToken}`,
        },
        body: JSON.stringify({ query: EVENTS }),
        signal: AbortSignal.timeout(1 + round * 3),
      };
      return fetch(`${test.url}/graphql`, request).then((response) => response.text());
    });
    await Promise.allSettled(requests);
    await expect.poll(census).toMatchObject(nothing);
  });

  it.each(stages)('%s leaves nothing behind', async (_name, act) => {
    for (let round = 0; round < 10; round++) {
      using client = new SocketClient(test.url);
      await client.opened();
      await act(client);
    }
    await expect.poll(census).toMatchObject(nothing);
  });

  it.each(signedIn)('%s leaves nothing behind', async (_name, act) => {
    for (let round = 0; round < 10; round++) {
      using client = await SocketClient.connect(test.url, test.ownerToken);
      await act(client);
    }
    await expect.poll(census).toMatchObject(nothing);
  });
});

it('a cut LISTEN connection is mended, and no event is lost meanwhile', async () => {
  using client = await SocketClient.connect(test.url, test.ownerToken);
  client.subscribe('1', EVENTS, { after: await latest() });
  await expect.poll(() => census().listening).toBe('listening');
  await test.app.prisma.$queryRaw`SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'LISTEN %'`;
  await addFacts(test.app, test.owner, 3);
  await client.events('1', 'events', 3);
  await expect.poll(() => census().listening).toBe('listening');
});

it('a server that ends says goodbye to every stream, and does not wait for them', async () => {
  const { log, migrationsDir } = test.app;
  await using database = await connect({ databaseUrl: test.databaseUrl, dataDir: '' }, log);
  await using app = createApp({ database, log, migrationsDir });
  const listening = await listen(app, '127.0.0.1', 0);
  using client = await SocketClient.connect(listening.url, test.ownerToken);
  client.subscribe('1', EVENTS);
  const stream = await followByFetch(listening.url, test.ownerToken, EVENTS);
  await expect.poll(() => census(app).viewers).toBe(2);
  await listening[Symbol.asyncDispose]();
  expect(await client.closed).toMatchObject({ code: 1001 });
  await stream.untilEnd();
  await expect.poll(() => census(app)).toMatchObject(nothing);
});
