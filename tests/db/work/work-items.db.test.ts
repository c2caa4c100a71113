import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ValidationError } from '#server/errors.ts';
import type { WorkItemTexts } from '#server/work/work-item-texts.ts';
import { freshKey, seedForeigner, seedSession, seedWorkItem, withScopes } from '#tests/support/scenes/seed-work.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const read = (id: string) => test.app.prisma.workItem.findUniqueOrThrow({ where: { id } });

const create = (
  projectId: string,
  texts: Partial<WorkItemTexts> = {},
  actor = test.owner,
  idempotencyKey = freshKey(),
) =>
  test.app.services.work.createWorkItem(actor, {
    project: { id: projectId },
    title: 'A title',
    goal: 'A goal',
    taskType: 'fix',
    priority: 'LOW',
    constraints: [],
    acceptanceCriteria: [],
    ...texts,
    idempotencyKey,
  });

const update = (id: string, revision: number, texts: Partial<WorkItemTexts>, actor = test.owner) =>
  test.app.services.work.updateWorkItem(actor, { workItem: { id }, revision, ...texts });

const updateEvents = (workItemId: string) =>
  test.app.prisma.event.findMany({ where: { workItemId, type: 'work_item.updated' }, orderBy: { seq: 'asc' } });

describe('creating a work item', () => {
  it('opens it with what was said, unchanged, under the next key of its project', async () => {
    const { projectId, keyPrefix } = await seedWorkItem(test);
    const texts = {
      title: ' Ünïcode 🧭 ',
      goal: 'a\r\nb',
      constraints: ['b', 'a', 'b'],
      acceptanceCriteria: ['2', '1'],
    };
    const { workItemId } = await create(projectId, texts);
    expect(await read(workItemId)).toMatchObject({
      ...texts,
      key: `${keyPrefix}-2`,
      state: 'OPEN',
      revision: 1,
      priority: 'LOW',
    });
  });

  it('numbers without gaps or doubles when many are created at once', async () => {
    const { projectId, keyPrefix } = await seedWorkItem(test);
    const made = await Promise.all(Array.from({ length: 12 }, () => create(projectId)));
    const keys = await Promise.all(made.map(async ({ workItemId }) => (await read(workItemId)).key));
    expect(keys.sort()).toEqual(Array.from({ length: 12 }, (_, i) => `${keyPrefix}-${i + 2}`).sort());
  });

  it('takes no number when it is refused', async () => {
    const { projectId, keyPrefix } = await seedWorkItem(test);
    await expect(create(projectId, { title: '' })).rejects.toBeInstanceOf(ValidationError);
    const { workItemId } = await create(projectId);
    expect((await read(workItemId)).key).toBe(`${keyPrefix}-2`);
  });

  it('happens once for one idempotency key, and refuses the key with other input', async () => {
    const { projectId } = await seedWorkItem(test);
    const key = freshKey();
    const first = await create(projectId, {}, test.owner, key);
    expect(await create(projectId, {}, test.owner, key)).toEqual(first);
    await expect(create(projectId, { title: 'Other' }, test.owner, key)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_MISMATCH',
    });
    expect(await test.app.prisma.workItem.count({ where: { projectId } })).toBe(2);
  });

  it('needs work.write, and is not for sessions', async () => {
    const { projectId, id } = await seedWorkItem(test);
    await expect(create(projectId, {}, withScopes(test.owner, 'work.read'))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(create(projectId, {}, await seedSession(test, id))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('finds no project of another organisation', async () => {
    const { projectId } = await seedWorkItem(test);
    await expect(create(projectId, {}, await seedForeigner(test))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each<[string, Partial<WorkItemTexts>, string]>([
    ['a title over its limit', { title: 'x'.repeat(501) }, 'title: is 501 characters long; the limit is 500'],
    ['a title of 10 MB', { title: 'x'.repeat(10_000_000) }, 'title: is 10000000 characters long; the limit is 500'],
    ['a blank title', { title: ' \n' }, 'title: must not be empty'],
    ['a goal with half a surrogate pair', { goal: 'a\ud83e' }, 'goal: holds half of a surrogate pair'],
    ['a goal with a NUL', { goal: 'a\0b' }, 'goal: holds a NUL character'],
    [
      'a constraint over its limit',
      { constraints: ['fine', 'x'.repeat(2001)] },
      'constraints[1]: is 2001 characters long',
    ],
    [
      'too many constraints',
      { constraints: Array(201).fill('x') as string[] },
      'constraints: has 201 entries; the limit is 200',
    ],
    [
      'a criterion said twice',
      { acceptanceCriteria: ['a', 'b', 'a'] },
      'acceptanceCriteria[2]: repeats an earlier criterion',
    ],
    ['a task type over its limit', { taskType: 'x'.repeat(65) }, 'taskType: is 65 characters long; the limit is 64'],
  ])('refuses %s, naming the field and the limit', async (_what, texts, message) => {
    const { projectId } = await seedWorkItem(test);
    await expect(create(projectId, texts)).rejects.toThrow(message);
  });

  it('takes texts exactly at their limits', async () => {
    const { projectId } = await seedWorkItem(test);
    const texts = { title: '漢'.repeat(500), goal: '🧭'.repeat(10_000), acceptanceCriteria: ['é'.repeat(2000)] };
    const { workItemId } = await create(projectId, texts);
    expect(await read(workItemId)).toMatchObject(texts);
  });
});

describe('updating a work item', () => {
  it('writes what differs, raises the revision by one and names the fields in the event', async () => {
    const { id } = await seedWorkItem(test);
    await update(id, 1, { title: 'Another', priority: 'URGENT', constraints: ['No new dependency.'] });
    expect(await read(id)).toMatchObject({
      title: 'Another',
      priority: 'URGENT',
      revision: 2,
      goal: 'Nobody signs in with a stolen password.',
    });
    expect((await updateEvents(id)).map(({ data }) => data)).toEqual([{ revision: 2, fields: 'title,priority' }]);
  });

  it('writes nothing and records no event when nothing differs', async () => {
    const { id } = await seedWorkItem(test);
    const before = await read(id);
    await update(id, 1, { title: before.title, acceptanceCriteria: before.acceptanceCriteria });
    expect(await read(id)).toEqual(before);
    expect(await updateEvents(id)).toEqual([]);
  });

  it('takes the order of a list for a difference', async () => {
    const { id } = await seedWorkItem(test);
    await update(id, 1, { acceptanceCriteria: ['Docs say how.', 'Tests pass.'] });
    expect((await read(id)).acceptanceCriteria).toEqual(['Docs say how.', 'Tests pass.']);
  });

  it('refuses a revision that is not the current one, naming it', async () => {
    const { id } = await seedWorkItem(test);
    await update(id, 1, { title: 'First' });
    await expect(update(id, 1, { title: 'Second' })).rejects.toMatchObject({
      code: 'STALE_REVISION',
      currentRevision: 2,
    });
    expect((await read(id)).title).toBe('First');
  });

  it('lets one of two editors who read the same revision win', async () => {
    const { id } = await seedWorkItem(test);
    const titles = ['A', 'B', 'C', 'D'];
    const results = await Promise.allSettled(titles.map((title) => update(id, 1, { title })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await read(id)).revision).toBe(2);
  });

  it('leaves the text of closed work as it was closed against (W5)', async () => {
    const { id } = await seedWorkItem(test);
    await test.app.services.work.cancelWorkItem(test.owner, { workItem: { id }, idempotencyKey: freshKey() });
    await expect(update(id, 1, { title: 'Too late' })).rejects.toMatchObject({ code: 'WORK_ITEM_CLOSED' });
  });

  it('checks every field as creating does', async () => {
    const { id } = await seedWorkItem(test);
    await expect(update(id, 1, { goal: '' })).rejects.toThrow('goal: must not be empty');
    await expect(update(id, 1, { acceptanceCriteria: ['x', 'x'] })).rejects.toThrow('acceptanceCriteria[1]');
  });

  it('is out of reach for another organisation', async () => {
    const { id } = await seedWorkItem(test);
    await expect(update(id, 1, { title: 'Mine' }, await seedForeigner(test))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
