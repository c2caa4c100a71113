import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BlockerSeverity } from '#prisma/generated/client/client.ts';
import type { NeedKind } from '#server/inbox/need.ts';
import { ForbiddenError } from '#server/errors.ts';
import { addOrganisation, addWorkItem, newKey } from '#tests/support/cast.ts';
import { handoffScene } from '#tests/support/scenes/handoff-scene.ts';
import { withScopes } from '#tests/support/scenes/seed-work.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const list = (kind: NeedKind, actor = test.owner) =>
  test.app.services.inbox.listNeeds(actor, { kind, first: 100, after: null });
const idsOf = async (kind: NeedKind) => (await list(kind)).map((need) => need.id);

async function raise(workItemId: string, severity: BlockerSeverity): Promise<string> {
  const input = { workItem: { id: workItemId }, title: `A ${severity} one`, detail: '', severity };
  return (await test.app.services.work.raiseBlocker(test.owner, { ...input, idempotencyKey: newKey() })).blockerId;
}

it('K15 a rejected handoff stays in Needs You until it is compiled again, and then waits there for a review', async () => {
  const scene = await handoffScene(test);
  await scene.compile();
  expect(await idsOf('WAITING_HANDOFF')).toContain(scene.handoffId);
  await scene.reject();
  expect(await idsOf('WAITING_HANDOFF')).not.toContain(scene.handoffId);
  const need = (await list('REJECTED_HANDOFF')).find((one) => one.id === scene.handoffId);
  expect(need).toMatchObject({
    title: 'review',
    workItemId: scene.workItemId,
    clearedBy: 'Record what was missing, then compile the handoff again.',
  });
  await scene.compile();
  expect(await idsOf('REJECTED_HANDOFF')).not.toContain(scene.handoffId);
  expect(await idsOf('WAITING_HANDOFF')).toContain(scene.handoffId);
  await scene.accept();
  expect(await idsOf('WAITING_HANDOFF')).not.toContain(scene.handoffId);
});

it('lists open blockers that are high or critical, critical ones first, until they are resolved', async () => {
  const workItemId = await addWorkItem(test.app, test.owner);
  const [high, , critical] = [
    await raise(workItemId, 'HIGH'),
    await raise(workItemId, 'MEDIUM'),
    await raise(workItemId, 'CRITICAL'),
    await raise(workItemId, 'LOW'),
  ];
  expect(await idsOf('OPEN_BLOCKER')).toEqual([critical, high]);
  expect(await test.app.services.inbox.countNeeds(test.owner, 'OPEN_BLOCKER')).toBe(2);
  const resolve = { blockerId: critical, resolution: 'done', idempotencyKey: newKey() };
  await test.app.services.work.resolveBlocker(test.owner, resolve);
  expect(await idsOf('OPEN_BLOCKER')).toEqual([high]);
});

it('leaves closed work out, and brings it back when it is reopened', async () => {
  const scene = await handoffScene(test);
  await scene.compile();
  await scene.reject();
  const blockerId = await raise(scene.workItemId, 'CRITICAL');
  const change = () => ({ workItem: { id: scene.workItemId }, idempotencyKey: newKey() });
  await test.app.services.work.cancelWorkItem(test.owner, change());
  expect(await idsOf('REJECTED_HANDOFF')).not.toContain(scene.handoffId);
  expect(await idsOf('OPEN_BLOCKER')).not.toContain(blockerId);
  await test.app.services.work.reopenWorkItem(test.owner, change());
  expect(await idsOf('REJECTED_HANDOFF')).toContain(scene.handoffId);
  expect(await idsOf('OPEN_BLOCKER')).toContain(blockerId);
});

it('is read page by page, every entry once, the longest waiting first', async () => {
  const workItemId = await addWorkItem(test.app, test.owner);
  for (let n = 0; n < 5; n++) await (await handoffScene(test, workItemId)).compile();
  const all = await list('WAITING_HANDOFF');
  expect(all.length).toBeGreaterThanOrEqual(5);
  expect(all.map((need) => need.since.getTime())).toEqual(
    all.map((need) => need.since.getTime()).sort((a, b) => a - b),
  );
  const read: string[] = [];
  for (;;) {
    const page = { kind: 'WAITING_HANDOFF', first: 2, after: read.at(-1) ?? null } as const;
    const needs = await test.app.services.inbox.listNeeds(test.owner, page);
    if (needs.length === 0) break;
    read.push(...needs.map((need) => need.id));
  }
  expect(read).toEqual(all.map((need) => need.id));
});

it('shows another organisation nothing, and nobody without the scope', async () => {
  const { actor } = await addOrganisation(test.app);
  for (const kind of ['REJECTED_HANDOFF', 'WAITING_HANDOFF', 'OPEN_BLOCKER'] as const) {
    expect(await list(kind, actor)).toEqual([]);
    expect(await test.app.services.inbox.countNeeds(actor, kind)).toBe(0);
  }
  await expect(list('WAITING_HANDOFF', withScopes(test.owner, 'work.read'))).rejects.toBeInstanceOf(ForbiddenError);
});
