import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '#server/clock.ts';
import { cursorOf, eventCursor, logStart } from '#server/events/event-cursor.ts';
import { EventStream } from '#server/events/event-stream.ts';
import { openEventStream } from '#server/events/open-event-stream.ts';
import { sweepEvents } from '#server/events/sweep-events.ts';
import { KEY_LIFE_DAYS } from '#server/idempotency/sweep-records.ts';
import { Upkeep } from '#server/upkeep.ts';
import { addFacts } from '#tests/support/scenes/add-facts.ts';
import { addMember, addOrganisation, addSession, addWorkItem, newKey } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const DAY_MS = 86_400_000;
const clock = createFakeClock();
let test: TestApp;
let upkeep: Upkeep;
beforeAll(async () => {
  test = await createTestApp({ clock });
  upkeep = new Upkeep(test.app, test.app.log);
});
afterAll(async () => {
  await upkeep[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});

const keep = (days: number | null) => test.app.services.organisation.setEventRetention(test.owner, { days });
const log = (organisationId = test.owner.organisationId) =>
  test.app.prisma.event.findMany({ where: { organisationId }, orderBy: { seq: 'asc' } });
const EVENTS = `query ($after: String, $oldestFirst: Boolean) {
  events(after: $after, oldestFirst: $oldestFirst, first: 100) { edges { node { cursor } } } }`;
const codesOf = async (variables: Record<string, unknown>) =>
  (await test.graphql(EVENTS, variables)).errors?.map(({ extensions }) => extensions.code);

describe('how long events are kept', () => {
  it('is for ever unless an owner says otherwise, and what the owner says is a fact of the log', async () => {
    await addFacts(test.app, test.owner, 3);
    clock.advance(4_000 * DAY_MS);
    expect(await upkeep.sweep()).toMatchObject({ events: 0 });
    await keep(30);
    await keep(30);
    const changes = (await log()).filter(({ type }) => type === 'organisation.retention_changed');
    expect(changes.map(({ data }) => data)).toEqual([{ days: 30 }]);
  });

  it('is for owners to say, in whole days', async () => {
    const { actor } = await addMember(test.app, test.owner);
    const { setEventRetention } = test.app.services.organisation;
    await expect(setEventRetention(actor, { days: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    for (const days of [0, -1, 1.5, 3_651, Number.NaN]) {
      await expect(setEventRetention(test.owner, { days })).rejects.toMatchObject({ field: 'days' });
    }
  });
});

describe('a sweep', () => {
  it('removes what is older, in batches, and leaves other organisations alone', async () => {
    const stranger = await addOrganisation(test.app);
    await addFacts(test.app, stranger.actor, 2);
    await addFacts(test.app, test.owner, 2_500);
    clock.advance(31 * DAY_MS);
    await addFacts(test.app, test.owner, 5);
    const { events } = await upkeep.sweep();
    expect(events).toBeGreaterThanOrEqual(2_500);
    expect(await log()).toHaveLength(5);
    expect(await log(stranger.actor.organisationId)).toHaveLength(2);
  });

  it('keeps the last event, however old, so that the end of the log stays a place', async () => {
    clock.advance(365 * DAY_MS);
    await upkeep.sweep();
    const [last, ...others] = await log();
    expect(others).toEqual([]);
    const { data } = await test.graphql<{ latestEventCursor: string }>('{ latestEventCursor }');
    expect(data?.latestEventCursor).toBe(last && eventCursor(last));
    const stream = await openEventStream(test.app, test.owner, {}, data?.latestEventCursor);
    await addFacts(test.app, test.owner, 1);
    expect((await stream.next()).value?.seq).toBe((last?.seq ?? 0n) + 1n);
    await stream.return();
  });

  it('is left to the server that is at it already', async () => {
    await addFacts(test.app, test.owner, 3);
    clock.advance(31 * DAY_MS);
    const { organisationId } = test.owner;
    const args = { organisationId, retentionDays: 30, now: clock.now(), through: (await log()).at(-1)?.seq ?? 0n };
    await test.app.prisma.$transaction(async (other) => {
      await other.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('kernel:sweep-events', 0))`;
      expect(await sweepEvents(test.app.prisma, args)).toBe(0);
    });
    expect(await sweepEvents(test.app.prisma, args)).toBeGreaterThan(0);
  });

  it('takes nothing from a package, which does not depend on the log', async () => {
    const workItemId = await addWorkItem(test.app, test.owner);
    const { sessionId } = await addSession(test.app, test.owner, workItemId);
    const { handoffId } = await test.app.services.handoffs.requestHandoff(test.owner, {
      workItem: { id: workItemId },
      ...{ fromSessionId: sessionId, targetRuntime: 'claude', purpose: 'review', idempotencyKey: newKey() },
    });
    const compile = () =>
      test.app.services.handoffs.compileHandoff(test.owner, { handoffId, idempotencyKey: newKey() });
    const before = await compile();
    clock.advance(100 * DAY_MS);
    expect((await upkeep.sweep()).events).toBeGreaterThan(4);
    expect(await compile()).toMatchObject({ packageHash: before.packageHash });
  });
});

describe('a place that was swept away', () => {
  it('is told from one that is kept, in pages and in streams, and so is the beginning of the log', async () => {
    await addFacts(test.app, test.owner, 3);
    const gone = eventCursor((await log()).at(-2) ?? { seq: 0n, id: '' });
    clock.advance(31 * DAY_MS);
    await upkeep.sweep();
    for (const after of [gone, cursorOf(logStart)]) {
      expect(await codesOf({ after, oldestFirst: true })).toEqual(['CURSOR_EXPIRED']);
      expect(await codesOf({ after, oldestFirst: false })).toEqual(['CURSOR_EXPIRED']);
      const stream = openEventStream(test.app, test.owner, {}, after);
      await expect(stream).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
    }
    expect(await codesOf({ oldestFirst: true })).toBeUndefined();
  });

  it('ends a stream that had not read so far yet, instead of leaving a gap', async () => {
    const start = (await log()).at(-1)?.seq ?? 0n;
    await addFacts(test.app, test.owner, 450);
    const stream = new EventStream(test.app, test.owner, {}, start);
    expect((await stream.next()).value?.seq).toBe(start + 1n);
    clock.advance(31 * DAY_MS);
    await addFacts(test.app, test.owner, 1);
    await upkeep.sweep();
    let seen = 1n;
    const readOn = async () => {
      for await (const { seq } of stream) expect(seq).toBe(start + (seen += 1n));
    };
    await expect(readOn()).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
    expect(seen).toBe(200n);
  });
});

describe('an idempotency key', () => {
  it('is forgotten after its life, and not before', async () => {
    const create = (keyPrefix: string, idempotencyKey: string) =>
      test.app.services.work.createProject(test.owner, { keyPrefix, name: keyPrefix, idempotencyKey });
    const first = await create('OLD', 'the-key');
    clock.advance((KEY_LIFE_DAYS - 1) * DAY_MS);
    await upkeep.sweep();
    expect(await create('OLD', 'the-key')).toEqual(first);
    clock.advance(2 * DAY_MS);
    expect((await upkeep.sweep()).keys).toBeGreaterThan(0);
    expect((await create('NEW', 'the-key')).projectId).not.toBe(first.projectId);
  });
});
