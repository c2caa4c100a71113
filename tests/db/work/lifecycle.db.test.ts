import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkItemState } from '#prisma/generated/client/enums.ts';
import { InvalidTransitionError } from '#server/errors.ts';
import { startWorkItemIfOpen } from '#server/work/change-state.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { requireOpenWorkItem, requireWorkItem } from '#server/work/require-work-item.ts';
import { type WorkItemCommand, workItemCommands, workItemTransitions } from '#server/work/lifecycle.ts';
import { freshKey, seedForeigner, seedSession, seedWorkItem } from '#tests/support/scenes/seed-work.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const verbs = {
  START: 'startWorkItem',
  BLOCK: 'blockWorkItem',
  UNBLOCK: 'unblockWorkItem',
  SUBMIT: 'submitWorkItem',
  COMPLETE: 'completeWorkItem',
  CANCEL: 'cancelWorkItem',
  REOPEN: 'reopenWorkItem',
} as const satisfies Record<WorkItemCommand, string>;

const run = (command: WorkItemCommand, id: string, actor = test.owner, idempotencyKey = freshKey()) =>
  test.app.services.work[verbs[command]](actor, { workItem: { id }, idempotencyKey });

const stateOf = async (id: string) => (await test.app.prisma.workItem.findUniqueOrThrow({ where: { id } })).state;

const changesOf = (workItemId: string) =>
  test.app.prisma.workItemStateChange.findMany({
    where: { workItemId },
    orderBy: [{ changedAt: 'asc' }, { id: 'asc' }],
  });

const stateEventsOf = (workItemId: string) =>
  test.app.prisma.event.findMany({ where: { workItemId, type: 'work_item.state_changed' }, orderBy: { seq: 'asc' } });

describe('the state of a work item', () => {
  it('changes with a row in its history and an event, which say the same (W2)', async () => {
    const { id } = await seedWorkItem(test);
    await run('START', id);
    expect(await stateOf(id)).toBe('IN_PROGRESS');
    expect(await changesOf(id)).toMatchObject([{ from: 'OPEN', to: 'IN_PROGRESS' }]);
    const [event] = await stateEventsOf(id);
    expect(event?.data).toEqual({ from: 'OPEN', to: 'IN_PROGRESS' });
    expect(event?.actor).toEqual({ kind: 'member', id: test.owner.id, name: test.owner.name });
  });

  it('stays, with its history and the log, when a command is refused (W2)', async () => {
    const { id } = await seedWorkItem(test);
    await expect(run('COMPLETE', id)).rejects.toMatchObject({
      code: 'INVALID_TRANSITION',
      allowed: ['START', 'CANCEL'],
    });
    expect(await stateOf(id)).toBe('OPEN');
    expect(await changesOf(id)).toEqual([]);
    expect(await stateEventsOf(id)).toEqual([]);
  });

  it('changes once when the same request comes twice', async () => {
    const { id } = await seedWorkItem(test);
    const key = freshKey();
    const first = await run('START', id, test.owner, key);
    expect(await run('START', id, test.owner, key)).toEqual(first);
    expect(await changesOf(id)).toHaveLength(1);
  });

  it('lets one of many racing equal commands win (W3)', async () => {
    const { id } = await seedWorkItem(test);
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => run('START', id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(InvalidTransitionError);
    }
    expect(await changesOf(id)).toHaveLength(1);
  });

  it('judges a command that lost a race by the state the winner left (W3)', async () => {
    const { id } = await seedWorkItem(test);
    await run('START', id);
    const [cancelled, completed] = await Promise.allSettled([run('CANCEL', id), run('COMPLETE', id)]);
    expect([cancelled.status, completed.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect(await changesOf(id)).toHaveLength(2);
  });

  it('is out of reach for another organisation and for a session of other work', async () => {
    const { id } = await seedWorkItem(test);
    const other = await seedSession(test, (await seedWorkItem(test)).id);
    await expect(run('START', id, await seedForeigner(test))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(run('START', id, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await stateOf(id)).toBe('OPEN');
  });

  it('keeps its invariants under any commands (W1–W4)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...workItemCommands), { minLength: 1, maxLength: 14 }),
        async (commands) => {
          const { id } = await seedWorkItem(test);
          let state: WorkItemState = 'OPEN';
          const walked: { from: string; to: string }[] = [];
          for (const command of commands) {
            const next: WorkItemState | null = workItemTransitions[state][command];
            if (next === null) {
              await expect(run(command, id)).rejects.toBeInstanceOf(InvalidTransitionError);
            } else {
              await run(command, id);
              walked.push({ from: state, to: next });
              state = next;
            }
            expect(await stateOf(id)).toBe(state);
          }
          const steps = (await changesOf(id)).map(({ from, to }) => ({ from, to }));
          expect(steps).toEqual(walked);
          expect((await stateEventsOf(id)).map(({ data }) => data)).toEqual(walked);
        },
      ),
      propertyRuns(25),
    );
  });
});

describe('what neighbours are given', () => {
  const start = (id: string) =>
    inTransaction(test.app, async (tx) => {
      const workItem = await requireOpenWorkItem(tx, test.owner, { id });
      await startWorkItemIfOpen(tx, test.app, test.owner, workItem);
    });

  it('starts open work once, however many sessions register at the same time', async () => {
    const { id } = await seedWorkItem(test);
    await Promise.all(Array.from({ length: 6 }, () => start(id)));
    expect(await stateOf(id)).toBe('IN_PROGRESS');
    expect(await changesOf(id)).toHaveLength(1);
  });

  it('leaves work in review alone', async () => {
    const { id } = await seedWorkItem(test);
    await run('START', id);
    await run('SUBMIT', id);
    await start(id);
    expect(await stateOf(id)).toBe('REVIEW');
  });

  it('refuses closed work, naming its state', async () => {
    const { id, key } = await seedWorkItem(test);
    await run('CANCEL', id);
    await expect(start(id)).rejects.toMatchObject({
      code: 'WORK_ITEM_CLOSED',
      message: `Work item ${key} is cancelled. Reopen it first.`,
    });
  });

  it('finds a work item by id or by key, never by both or neither', async () => {
    const { id, key } = await seedWorkItem(test);
    const find = (ref: { id?: string; key?: string }) =>
      inTransaction(test.app, (tx) => requireWorkItem(tx, test.owner, ref));
    expect((await find({ id })).key).toBe(key);
    expect((await find({ key })).id).toBe(id);
    await expect(find({})).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(find({ id, key })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it.each([
    '',
    '\0',
    'wrk_\0',
    '\ud800',
    'ses_1',
    `wrk_${'x'.repeat(10_000_000)}`,
    'wrk_0198c3aa-0000-7000-8000-00000000ffff',
  ])('knows no work item by the id %#', async (id) => {
    const found = inTransaction(test.app, (tx) => requireWorkItem(tx, test.owner, { id }));
    const error: unknown = await found.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'NOT_FOUND' });
    expect((error as Error).message.length).toBeLessThan(600);
  });
});
