import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type App, createApp } from '#server/app.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { connect } from '#server/db/connect.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { listen } from '#server/http/listen.ts';
import { addMember, addOrganisation, addSession, addWorkItem, newKey, type Signed } from '#tests/support/cast.ts';
import { followByFetch } from '#tests/support/server/follow-by-fetch.ts';
import { holdReadsOfWorkItems, isReadOfWorkItem } from '#tests/support/database/hold-reads.ts';
import { SocketClient } from '#tests/support/server/socket-client.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const EVENTS = `subscription ($after: String, $filter: EventFilter) {
  events(after: $after, filter: $filter) { id workItem { key } agentSession { id } }
}`;

interface EventNode {
  readonly id: string;
  readonly workItem: { readonly key: string } | null;
  readonly agentSession: { readonly id: string } | null;
}

let test: TestApp;
let workItemId: string;
let session: Signed & { readonly sessionId: string };
beforeAll(async () => {
  test = await createTestApp();
  workItemId = await addWorkItem(test.app, test.owner);
  session = await addSession(test.app, test.owner, workItemId);
});
afterAll(() => test[Symbol.asyncDispose]());
afterEach(() => vi.restoreAllMocks());

/** Commits one fact about the work item and its session. */
async function addFact(): Promise<void> {
  const { organisationId } = test.owner;
  await inTransaction(test.app, async (tx) => {
    const about = { workItemId, agentSessionId: session.sessionId };
    tx.record({ type: 'work_item.updated', organisationId, actor: recordedActor(test.owner), ...about, data: {} });
  });
}

const latest = async () =>
  (await test.graphql<{ latestEventCursor: string }>('{ latestEventCursor }')).data?.latestEventCursor ?? '';
const viewers = (app: App = test.app) => app.viewers.census().live;

/** A client that follows and is live, with `count` viewers in all by then. */
async function follow(secret: string, count: number, url = test.url, app = test.app): Promise<SocketClient> {
  const client = await SocketClient.connect(url, secret);
  client.subscribe('1', EVENTS);
  await expect.poll(() => viewers(app)).toBe(count);
  return client;
}

const events = (client: SocketClient, count: number) => client.events<EventNode>('1', 'events', count);
const nexts = (client: SocketClient) => client.messages.filter(({ type }) => type === 'next');

async function addToken(scopes: readonly string[]): Promise<{ secret: string; tokenId: string }> {
  const { secret, tokenId } = await test.app.services.tokens.createToken(test.owner, {
    name: 'narrow',
    scopes,
    idempotencyKey: newKey(),
  });
  return { secret: secret ?? '', tokenId };
}

describe('viewers with the same rights who ask for the same', () => {
  it('share one execution of each event, whoever they are, wherever they began and over whichever transport', async () => {
    const people = [await addMember(test.app, test.owner, 'Mia'), await addMember(test.app, test.owner, 'Noa')];
    const began = [await latest(), undefined];
    await addFact();
    const clients = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        const client = await SocketClient.connect(test.url, people[i % 2]?.secret ?? '');
        client.subscribe(`id-${i}`, EVENTS, { after: began[i % 2] });
        return client;
      }),
    );
    const stream = await followByFetch(test.url, people[0]?.secret ?? '', EVENTS);
    await expect.poll(() => viewers()).toBe(11);
    const missed = (i: number) => (i % 2 === 0 ? 1 : 0);
    await Promise.all(clients.map((client, i) => client.events(`id-${i}`, 'events', missed(i))));
    const statements = vi.spyOn(pg.Client.prototype, 'query');
    await addFact();
    const seen = await Promise.all(
      clients.map((client, i) => client.events<EventNode>(`id-${i}`, 'events', missed(i) + 1)),
    );
    const text = await stream.until((received) => received.includes('"key"'));
    expect(statements.mock.calls.filter(isReadOfWorkItem)).toHaveLength(1);
    const [first] = seen;
    expect(first?.at(-1)).toMatchObject({ workItem: { key: 'AUTH-1' } });
    for (const received of seen) expect(received.at(-1)).toEqual(first?.at(-1));
    expect(text).toContain(JSON.stringify(first?.at(-1)));
    for (const client of clients) client[Symbol.dispose]();
    stream.abort();
    await expect.poll(() => viewers()).toBe(0);
  });
});

describe('viewers of other rights', () => {
  it('see each their own of the same event, whoever came first', async () => {
    const narrow = await addToken(['work.read']);
    using early = await follow(narrow.secret, 1);
    using wide = await follow(test.ownerToken, 2);
    using late = await follow(narrow.secret, 3);
    using inside = await follow(session.secret, 4);
    using outside = await follow((await addOrganisation(test.app)).secret, 5);
    await addFact();
    for (const client of [wide, inside]) {
      expect((await events(client, 1))[0]?.agentSession).toEqual({ id: session.sessionId });
    }
    for (const client of [early, late]) {
      const [next] = await events(client, 1).then(() => nexts(client));
      expect(next?.payload?.data).toMatchObject({ events: { workItem: { key: 'AUTH-1' }, agentSession: null } });
      expect(next?.payload?.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    }
    expect(nexts(outside)).toEqual([]);
  });

  it('see what they filter by, however the variables are written', async () => {
    const other = await addWorkItem(test.app, test.owner, 'OTHER');
    using client = await SocketClient.connect(test.url, test.ownerToken);
    const types = ['WORK_ITEM_UPDATED', 'PROJECT_CREATED'];
    client.subscribe('same', EVENTS, { filter: { types, workItemId } });
    client.subscribe('turned', EVENTS, { filter: { workItemId, types: types.toReversed() } });
    client.subscribe('other', EVENTS, { filter: { types, workItemId: other } });
    await expect.poll(() => viewers()).toBe(3);
    await addFact();
    const [same] = await client.events<EventNode>('same', 'events', 1);
    expect(await client.events<EventNode>('turned', 'events', 1)).toEqual([same]);
    expect(nexts(client).map(({ id }) => id)).not.toContain('other');
  });
});

describe('a viewer whose credential is revoked', () => {
  it('is not sent an event that was being executed for its group at that moment', async () => {
    const [gone, stays] = [
      await addToken(['work.read', 'session.read']),
      await addToken(['work.read', 'session.read']),
    ];
    using revoked = await follow(gone.secret, 1);
    using other = await follow(stays.secret, 2);
    const gate = holdReadsOfWorkItems();
    await addFact();
    await gate.reached;
    await test.app.services.tokens.revokeToken(test.owner, { tokenId: gone.tokenId });
    expect(await revoked.closed).toMatchObject({ code: 4410 });
    gate.open();
    await events(other, 1);
    expect(nexts(revoked)).toEqual([]);
  });

  it('is sent nothing that was committed after the revocation, on whichever server it listens', async () => {
    const { log, migrationsDir } = test.app;
    await using database = await connect({ databaseUrl: test.databaseUrl, dataDir: '' }, log);
    await using app = createApp({ database, log, migrationsDir });
    await using listening = await listen(app, '127.0.0.1', 0);
    const [gone, stays] = [await addToken(['work.read']), await addToken(['work.read'])];
    using revoked = await follow(gone.secret, 1, listening.url, app);
    using other = await follow(stays.secret, 2, listening.url, app);
    await addFact();
    await Promise.all([events(revoked, 1), events(other, 1)]);
    await test.app.services.tokens.revokeToken(test.owner, { tokenId: gone.tokenId });
    await addFact();
    // The other one has seen the revocation, as an event, and what came after it.
    await events(other, 3);
    expect(viewers(app)).toBe(1);
    expect(await revoked.closed).toMatchObject({ code: 4410 });
    expect(nexts(revoked)).toHaveLength(1);
  });
});
