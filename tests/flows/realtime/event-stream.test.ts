import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventCursor } from '#server/events/event-cursor.ts';
import { addFacts } from '#tests/support/scenes/add-facts.ts';
import { addOrganisation, addSession, addWorkItem, newKey } from '#tests/support/cast.ts';
import { followByFetch } from '#tests/support/server/follow-by-fetch.ts';
import { SocketClient } from '#tests/support/server/socket-client.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const EVENTS = `subscription ($after: String, $filter: EventFilter) {
  events(after: $after, filter: $filter) { id cursor type workItem { key } }
}`;
const HANDOFF_EVENTS = EVENTS.replace('events(after', 'handoffEvents(after');

interface EventNode {
  readonly id: string;
  readonly cursor: string;
  readonly type: string;
  readonly workItem: { readonly key: string } | null;
}

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

async function latest(): Promise<string> {
  const answer = await test.graphql<{ latestEventCursor: string }>('{ latestEventCursor }');
  return answer.data?.latestEventCursor ?? '';
}

const cursorsAfter = async (seq: number) =>
  (
    await test.app.prisma.event.findMany({
      where: { organisationId: test.owner.organisationId, seq: { gt: seq } },
      orderBy: { seq: 'asc' },
    })
  ).map(eventCursor);

describe('events over a WebSocket', () => {
  it('begin with what was missed and go on with what happens, in the order of the log', async () => {
    const start = await latest();
    const before = await cursorsAfter(0);
    await addFacts(test.app, test.owner, 3);
    using client = await SocketClient.connect(test.url, test.ownerToken);
    client.subscribe('1', EVENTS, { after: start });
    await client.events('1', 'events', 3);
    await addFacts(test.app, test.owner, 2, 3);
    const events = await client.events<EventNode>('1', 'events', 5);
    expect(events.map(({ cursor }) => cursor)).toEqual((await cursorsAfter(0)).slice(before.length));
  });

  it('begin with the first event of all after the cursor of an empty log', async () => {
    const stranger = await addOrganisation(test.app);
    const { data } = await test.graphql<{ latestEventCursor: string }>('{ latestEventCursor }', {}, stranger.secret);
    await addWorkItem(test.app, stranger.actor);
    using client = await SocketClient.connect(test.url, stranger.secret);
    client.subscribe('1', EVENTS, { after: data?.latestEventCursor });
    const events = await client.events<EventNode>('1', 'events', 2);
    expect(events.map(({ type }) => type)).toEqual(['PROJECT_CREATED', 'WORK_ITEM_CREATED']);
  });

  it('resolve what they are about as it stands at delivery', async () => {
    const after = await latest();
    const id = await addWorkItem(test.app, test.owner, 'FRESH');
    using client = await SocketClient.connect(test.url, test.ownerToken);
    client.subscribe('1', EVENTS, { after, filter: { workItemId: id } });
    const events = await client.events<EventNode>('1', 'events', 1);
    expect(events).toMatchObject([{ type: 'WORK_ITEM_CREATED', workItem: { key: 'FRESH-1' } }]);
  });

  it('stay within the reach of a session, and within the filter', async () => {
    const after = await latest();
    const own = await addWorkItem(test.app, test.owner, 'OWN');
    const session = await addSession(test.app, test.owner, own);
    const foreign = await addWorkItem(test.app, test.owner, 'OTHER');
    using client = await SocketClient.connect(test.url, session.secret);
    client.subscribe('own', EVENTS, { after });
    client.subscribe('foreign', EVENTS, { after, filter: { workItemId: foreign } });
    const [last] = await client.when(({ id }) => id === 'foreign').then(({ payload }) => payload?.errors ?? []);
    expect(last?.extensions?.code).toBe('NOT_FOUND');
    await test.app.services.sessions.reportWorkspace(session.actor, {
      sessionId: session.sessionId,
      files: [{ path: 'a.ts', insertions: 1, deletions: 0 }],
    });
    await client.when(
      ({ payload }) => (payload?.data?.['events'] as EventNode | undefined)?.type === 'SESSION_WORKSPACE_REPORTED',
    );
    const events = await client.events<EventNode>('own', 'events', 1);
    expect(new Set(events.map(({ workItem }) => workItem?.key))).toEqual(new Set(['OWN-1']));
  });

  it('are those of handoffs alone under handoffEvents', async () => {
    const after = await latest();
    const workItemId = await addWorkItem(test.app, test.owner, 'HAND');
    const { sessionId } = await addSession(test.app, test.owner, workItemId);
    await test.app.services.handoffs.requestHandoff(test.owner, {
      workItem: { id: workItemId },
      fromSessionId: sessionId,
      targetRuntime: 'claude',
      purpose: 'implement',
      idempotencyKey: newKey(),
    });
    using client = await SocketClient.connect(test.url, test.ownerToken);
    client.subscribe('1', HANDOFF_EVENTS, { after });
    expect(await client.events<EventNode>('1', 'handoffEvents', 1)).toMatchObject([{ type: 'HANDOFF_REQUESTED' }]);
  });

  it.each([
    ['malformed', async () => 'yesterday'],
    ['negative', async () => Buffer.from('e1:-1:000000000000').toString('base64url')],
    ['made up', async () => eventCursor({ seq: 1n, id: 'evt_00000000-0000-7000-8000-00000000abcd' })],
    ['of the future', async () => eventCursor({ seq: 999_999n, id: 'evt_00000000-0000-7000-8000-00000000abcd' })],
    [
      'of another organisation',
      async () => {
        const stranger = await addOrganisation(test.app);
        await addWorkItem(test.app, stranger.actor);
        const { organisationId } = stranger.actor;
        return eventCursor(await test.app.prisma.event.findFirstOrThrow({ where: { organisationId, seq: 2 } }));
      },
    ],
  ])('refuse a cursor that is %s, saying what to do', async (_name, cursor) => {
    using client = await SocketClient.connect(test.url, test.ownerToken);
    client.subscribe('1', EVENTS, { after: await cursor() });
    const { payload } = await client.when(({ type }) => type === 'next');
    expect(payload?.errors).toMatchObject([
      { message: expect.stringContaining('latestEventCursor') as string, extensions: { code: 'CURSOR_EXPIRED' } },
    ]);
    await client.when(({ type }) => type === 'complete');
  });
});

describe('a filter', () => {
  it('that names the work or the session of another organisation is refused as one that names nothing', async () => {
    const stranger = await addOrganisation(test.app);
    const workItemId = await addWorkItem(test.app, stranger.actor);
    const { sessionId: agentSessionId } = await addSession(test.app, stranger.actor, workItemId);
    using client = await SocketClient.connect(test.url, test.ownerToken);
    const filters = [{ workItemId }, { agentSessionId }, { workItemId: 'wrk_00000000-0000-7000-8000-000000000000' }];
    for (const [at, filter] of filters.entries()) {
      client.subscribe(String(at), EVENTS, { filter });
      const { payload } = await client.when(({ id, type }) => id === String(at) && type === 'next');
      expect(payload?.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    }
  });
});

describe('events over server-sent events', () => {
  it('begin with what was missed, go on with what happens, and end for the server when the client goes', async () => {
    const after = await latest();
    await addFacts(test.app, test.owner, 2);
    const stream = await followByFetch(test.url, test.ownerToken, EVENTS, { after });
    const holds = (count: number) => (text: string) => (text.match(/^data: /gm)?.length ?? 0) >= count;
    await stream.until(holds(2));
    await addFacts(test.app, test.owner, 1, 2);
    await stream.until(holds(3));
    expect(test.app.sequencer.census().followers).toBe(1);
    stream.abort();
    await expect.poll(() => test.app.viewers.census().viewers).toBe(0);
    expect(test.app.credentials.size).toBe(0);
  });
});
