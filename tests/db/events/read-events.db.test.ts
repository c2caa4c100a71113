import { isEnumType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventCursor, seqOfCursor } from '#server/events/event-cursor.ts';
import { eventTypes } from '#server/events/event-types.ts';
import { schema } from '#schema/schema.ts';
import { addMachine, addOrganisation, addSession, addWorkItem, newKey, type Signed } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

interface EventNode {
  readonly id: string;
  readonly cursor: string;
  readonly type: string;
  readonly actor: { kind: string; name: string };
  readonly data: { key: string; value: string }[];
  readonly workItem: { id: string } | null;
  readonly agentSession: { id: string } | null;
}
interface EventPage {
  readonly edges: { cursor: string; node: EventNode }[];
  readonly pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string; startCursor: string };
}

const QUERY = `query ($filter: EventFilter, $oldestFirst: Boolean, $first: Int, $after: String, $last: Int, $before: String) {
  events(filter: $filter, oldestFirst: $oldestFirst, first: $first, after: $after, last: $last, before: $before) {
    edges { cursor node { id cursor type actor { kind name } data { key value } workItem { id } agentSession { id } } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

const someCursor = eventCursor({ seq: 1n, id: 'evt_00000000-0000-7000-8000-000000000001' });
let test: TestApp;
let session: Signed & { readonly sessionId: string };
let workItemId: string;
beforeAll(async () => {
  test = await createTestApp();
  workItemId = await addWorkItem(test.app, test.owner);
  session = await addSession(test.app, test.owner, workItemId);
  await addSession(test.app, test.owner, await addWorkItem(test.app, test.owner, 'WEB'));
  const stranger = await addOrganisation(test.app);
  await addWorkItem(test.app, stranger.actor);
});
afterAll(() => test[Symbol.asyncDispose]());

async function read(variables: Record<string, unknown> = {}, token = test.ownerToken): Promise<EventPage> {
  const answer = await test.graphql<{ events: EventPage }>(QUERY, variables, token);
  if (answer.data === null) throw new Error(answer.errors?.[0]?.message);
  return answer.data.events;
}
const types = (page: EventPage) => page.edges.map(({ node }) => node.type);
const seqs = (page: EventPage) => page.edges.map(({ node }) => Number(seqOfCursor('cursor', node.cursor)));

describe('the log', () => {
  it('is read newest first, or in the order in which things happened', async () => {
    const oldest = await read({ oldestFirst: true, first: 100 });
    expect(types(oldest)).toEqual([
      'PROJECT_CREATED',
      'WORK_ITEM_CREATED',
      'SESSION_REGISTERED',
      'WORK_ITEM_STATE_CHANGED',
      'TOKEN_CREATED',
      'PROJECT_CREATED',
      'WORK_ITEM_CREATED',
      'SESSION_REGISTERED',
      'WORK_ITEM_STATE_CHANGED',
      'TOKEN_CREATED',
    ]);
    const newest = await read({ first: 100 });
    expect(seqs(newest)).toEqual(seqs(oldest).reverse());
  });

  it('tells who did what, and what was true then', async () => {
    const page = await read({ filter: { types: ['SESSION_REGISTERED'], workItemId } });
    expect(page.edges).toHaveLength(1);
    expect(page.edges[0]?.node).toMatchObject({
      actor: { kind: 'MEMBER', name: test.owner.name },
      workItem: { id: workItemId },
      agentSession: { id: session.sessionId },
      data: [
        { key: 'runtime', value: 'codex' },
        { key: 'sessionId', value: session.sessionId },
        { key: 'status', value: 'ACTIVE' },
        { key: 'syncMode', value: 'METADATA_ONLY' },
      ],
    });
  });

  it.each([true, false])('is paged by place without a hole or a double, oldest first: %s', async (oldestFirst) => {
    const whole = await read({ oldestFirst, first: 100 });
    const paged: number[] = [];
    for (let after: string | undefined; ;) {
      const page = await read({ oldestFirst, first: 3, after });
      paged.push(...seqs(page));
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(paged).toEqual(seqs(whole));
  });

  it('is paged backwards too', async () => {
    const whole = seqs(await read({ oldestFirst: true, first: 100 }));
    const tail = await read({ oldestFirst: true, last: 4 });
    expect(seqs(tail)).toEqual(whole.slice(-4));
    const earlier = await read({ oldestFirst: true, last: 4, before: tail.pageInfo.startCursor });
    expect(seqs(earlier)).toEqual(whole.slice(-8, -4));
  });

  it('goes on from a place with what happened since, as a follower needs it', async () => {
    const last = (await read({ first: 1 })).pageInfo.endCursor;
    const since = () => read({ oldestFirst: true, first: 10, after: last, filter: { workItemId } });
    expect(types(await since())).toEqual([]);
    await test.app.services.sessions.reportWorkspace(session.actor, {
      sessionId: session.sessionId,
      files: [{ path: 'a.ts', insertions: 1, deletions: 0 }],
    });
    expect(types(await since())).toEqual(['SESSION_WORKSPACE_REPORTED']);
  });

  it('shows a session its own work item’s events alone, whatever it filters by', async () => {
    const own = await read({ first: 100 }, session.secret);
    expect(own.edges.length).toBeGreaterThan(3);
    expect(own.edges.every(({ node }) => node.workItem?.id === workItemId)).toBe(true);
    const { id: otherWork } = await test.app.prisma.workItem.findFirstOrThrow({ where: { key: 'WEB-1' } });
    expect(types(await read({ filter: { workItemId: otherWork } }, session.secret))).toEqual([]);
  });

  it('is narrowed to a machine: the sessions that ran on it, and the machine itself', async () => {
    const machine = await addMachine(test.app, test.owner, 'build-1');
    const { sessionId } = await addSession(test.app, machine.actor, workItemId);
    const elsewhere = await addMachine(test.app, test.owner, 'build-2');
    await addSession(test.app, elsewhere.actor, workItemId);
    await test.app.services.sessions.endSession(test.owner, {
      sessionId,
      status: 'COMPLETED',
      idempotencyKey: newKey(),
    });
    const page = await read({ filter: { machineId: machine.actor.id }, oldestFirst: true });
    expect(types(page)).toEqual(['MACHINE_REGISTERED', 'SESSION_REGISTERED', 'TOKEN_CREATED', 'SESSION_ENDED']);
    expect(types(await read({ filter: { machineId: machine.actor.id } }, session.secret))).not.toContain(
      'MACHINE_REGISTERED',
    );
  });

  it('is narrowed to a span of time', async () => {
    const now = test.app.clock.now().toISOString();
    expect(types(await read({ filter: { until: '2020-01-01T00:00:00Z' } }))).toEqual([]);
    expect(types(await read({ filter: { since: '2020-01-01T00:00:00Z', until: now }, first: 100 }))).toEqual(
      types(await read({ first: 100 })),
    );
  });

  it('is also the history of a work item, newest first, without what was added to timelines', async () => {
    const { sessionId } = session;
    const before = types(await read({ filter: { workItemId }, first: 100 }));
    await test.app.services.sessions.recordSessionEvents(test.owner, {
      ...{ sessionId, events: [{ kind: 'TOOL', occurredAt: test.app.clock.now() }], idempotencyKey: newKey() },
    });
    expect(types(await read({ filter: { workItemId }, first: 1 }))).toEqual(['SESSION_EVENTS_RECORDED']);
    const answer = await test.graphql<{ workItem: { history: { edges: { node: { type: string } }[] } } }>(
      `query ($id: ID!) { workItem(ref: { id: $id }) { history(first: 100) { edges { node { type } } } } }`,
      { id: workItemId },
    );
    const history = answer.data?.workItem.history.edges.map(({ node }) => node.type);
    expect(history).toEqual(before);
    expect(history?.at(-1)).toBe('WORK_ITEM_CREATED');
  });

  it.each([
    '',
    'x',
    'ZTE6',
    Buffer.from('e1:7').toString('base64url'),
    Buffer.from('e1:-1').toString('base64url'),
    `${someCursor}=`,
    someCursor.repeat(1000),
    '\u0000',
  ])('refuses %j as a cursor', async (after) => {
    const answer = await test.graphql(QUERY, { after });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', field: 'after' });
  });

  it.each(['', 'x', 'wrk_\0', 'x'.repeat(100_000)])('finds nothing under %j, which is no id', async (id) => {
    for (const field of ['workItemId', 'agentSessionId', 'handoffId', 'machineId']) {
      expect(types(await read({ filter: { [field]: id } }))).toEqual([]);
    }
  });
});

it('has one value of the enum for every kind of fact', () => {
  const type = schema.getType('EventType');
  const values = isEnumType(type) ? type.getValues().map(({ value }) => String(value)) : [];
  expect(values.sort()).toEqual([...eventTypes].sort());
});
