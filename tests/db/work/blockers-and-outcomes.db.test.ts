import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshKey, seedForeigner, seedSession, seedWorkItem } from '#tests/support/scenes/seed-work.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const raise = (id: string, said: { title?: string; detail?: string } = {}, actor = test.owner) =>
  test.app.services.work.raiseBlocker(actor, {
    workItem: { id },
    title: 'No test database',
    detail: '',
    severity: 'HIGH',
    ...said,
    idempotencyKey: freshKey(),
  });

const resolve = (blockerId: string, resolution = 'There is one now.', actor = test.owner) =>
  test.app.services.work.resolveBlocker(actor, { blockerId, resolution, idempotencyKey: freshKey() });

const cancel = (id: string) =>
  test.app.services.work.cancelWorkItem(test.owner, { workItem: { id }, idempotencyKey: freshKey() });

const readBlocker = (id: string) => test.app.prisma.blocker.findUniqueOrThrow({ where: { id } });

const eventsOf = async (workItemId: string, type: string) =>
  (await test.app.prisma.event.findMany({ where: { workItemId, type } })).map(({ data }) => data);

describe('a blocker', () => {
  it('is raised open, and leaves the state of the work item alone (W7)', async () => {
    const { id } = await seedWorkItem(test);
    const session = await seedSession(test, id);
    const { blockerId } = await raise(id, {}, session);
    expect(await readBlocker(blockerId)).toMatchObject({
      status: 'OPEN',
      severity: 'HIGH',
      agentSessionId: session.sessionId,
    });
    expect((await test.app.prisma.workItem.findUniqueOrThrow({ where: { id } })).state).toBe('OPEN');
    expect(await eventsOf(id, 'blocker.raised')).toEqual([{ blockerId, severity: 'HIGH' }]);
  });

  it('is not raised on closed work, but resolved on it (W5)', async () => {
    const { id } = await seedWorkItem(test);
    const { blockerId } = await raise(id);
    await cancel(id);
    await expect(raise(id)).rejects.toMatchObject({ code: 'WORK_ITEM_CLOSED' });
    await expect(resolve(blockerId)).resolves.toEqual({ blockerId });
  });

  it('is never left open by a raise that races with the closing', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await seedWorkItem(test);
      const [raised, cancelled] = await Promise.allSettled([raise(id), cancel(id)]);
      expect(cancelled.status).toBe('fulfilled');
      const events = await test.app.prisma.event.findMany({ where: { workItemId: id }, orderBy: { seq: 'asc' } });
      const expected =
        raised.status === 'fulfilled' ? ['blocker.raised', 'work_item.state_changed'] : ['work_item.state_changed'];
      expect(events.map(({ type }) => type).slice(1)).toEqual(expected);
    }
  });

  it('is resolved with how and by whom, once', async () => {
    const { id } = await seedWorkItem(test);
    const { blockerId } = await raise(id);
    await resolve(blockerId);
    const by = { kind: 'member', id: test.owner.id, name: test.owner.name };
    expect(await readBlocker(blockerId)).toMatchObject({
      status: 'RESOLVED',
      resolution: 'There is one now.',
      resolvedBy: by,
    });
    await expect(resolve(blockerId, 'Again.')).rejects.toMatchObject({
      code: 'INVALID_TRANSITION',
      from: 'RESOLVED',
      allowed: [],
    });
    expect((await readBlocker(blockerId)).resolution).toBe('There is one now.');
  });

  it('is resolved by one of many who try at once', async () => {
    const { id } = await seedWorkItem(test);
    const { blockerId } = await raise(id);
    const results = await Promise.allSettled(Array.from({ length: 6 }, (_, i) => resolve(blockerId, `By ${i}.`)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await eventsOf(id, 'blocker.resolved')).toEqual([{ blockerId }]);
  });

  it('is unknown out of reach, and by ids that are none', async () => {
    const { id } = await seedWorkItem(test);
    const { blockerId } = await raise(id);
    const other = await seedSession(test, (await seedWorkItem(test)).id);
    for (const actor of [await seedForeigner(test), other]) {
      await expect(resolve(blockerId, 'Mine.', actor)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(raise(id, {}, actor)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    for (const unknown of ['', 'blk_\0', 'x'.repeat(1_000_000)]) {
      await expect(resolve(unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('refuses half a surrogate pair in an id, naming the field', async () => {
    await expect(resolve('\ud800')).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'blockerId' });
  });

  it('refuses texts over their limits, naming the field and the limit', async () => {
    const { id } = await seedWorkItem(test);
    await expect(raise(id, { title: 'x'.repeat(1001) })).rejects.toThrow(
      'title: is 1001 characters long; the limit is 1000',
    );
    await expect(raise(id, { detail: 'x'.repeat(20_001) })).rejects.toThrow(
      'detail: is 20001 characters long; the limit is 20000',
    );
    const { blockerId } = await raise(id);
    await expect(resolve(blockerId, '  ')).rejects.toThrow('resolution: must not be empty');
  });
});

interface Judged {
  summary?: string;
  metCriteria?: string[];
  unmetCriteria?: string[];
}

const judge = (id: string, judged: Judged = {}, actor = test.owner) =>
  test.app.services.work.recordOutcome(actor, {
    workItem: { id },
    summary: 'Nearly there.',
    metCriteria: [],
    unmetCriteria: [],
    evidence: [],
    ...judged,
    idempotencyKey: freshKey(),
  });

describe('an outcome', () => {
  it('says which criteria are met and which not; its event says how many', async () => {
    const { id } = await seedWorkItem(test);
    const { outcomeId } = await judge(id, { metCriteria: ['Tests pass.'], unmetCriteria: ['Docs say how.'] });
    const row = await test.app.prisma.outcome.findUniqueOrThrow({ where: { id: outcomeId } });
    expect(row).toMatchObject({
      metCriteria: ['Tests pass.'],
      unmetCriteria: ['Docs say how.'],
      summary: 'Nearly there.',
    });
    expect(await eventsOf(id, 'outcome.recorded')).toEqual([{ outcomeId, met: 1, unmet: 1 }]);
  });

  it('may leave criteria unjudged', async () => {
    const { id } = await seedWorkItem(test);
    await expect(judge(id)).resolves.toHaveProperty('outcomeId');
  });

  it.each<[string, Judged, string]>([
    [
      'a criterion the work item lacks',
      { metCriteria: ['Tests pass.', 'tests pass.'] },
      'metCriteria[1]: is not one of the acceptance criteria of',
    ],
    [
      'a criterion as met and unmet',
      { metCriteria: ['Tests pass.'], unmetCriteria: ['Tests pass.'] },
      'unmetCriteria[0]: names a criterion for the second time',
    ],
    [
      'a criterion twice',
      { unmetCriteria: ['Tests pass.', 'Tests pass.'] },
      'unmetCriteria[1]: names a criterion for the second time',
    ],
    ['a blank summary', { summary: '' }, 'summary: must not be empty'],
    [
      'a summary of 10 MB',
      { summary: 'x'.repeat(10_000_000) },
      'summary: is 10000000 characters long; the limit is 20000',
    ],
  ])('refuses %s', async (_what, judged, message) => {
    const { id } = await seedWorkItem(test);
    await expect(judge(id, judged)).rejects.toThrow(message);
    expect(await test.app.prisma.outcome.count({ where: { workItemId: id } })).toBe(0);
  });

  it('is out of reach for another organisation', async () => {
    const { id } = await seedWorkItem(test);
    await expect(judge(id, {}, await seedForeigner(test))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
