import { afterAll, beforeAll, expect, it } from 'vitest';
import { ForbiddenError, InvalidTransitionError, NotFoundError, StalePackageError } from '#server/errors.ts';
import { addOrganisation, addSession, addWorkItem, newKey } from '#tests/support/cast.ts';
import { handoffScene, type HandoffScene } from '#tests/support/scenes/handoff-scene.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

async function compiledScene(): Promise<HandoffScene> {
  const scene = await handoffScene(test);
  await scene.compile();
  return scene;
}
const sessionRow = (id: string) => test.app.prisma.agentSession.findUniqueOrThrow({ where: { id } });
const stateOf = async ({ handoffId }: HandoffScene) =>
  (await test.app.prisma.handoff.findUniqueOrThrow({ where: { id: handoffId } })).state;
const refusal = (reason: string) => ({ code: 'SESSION_NOT_ELIGIBLE', reason });

it('K18 accept writes the handoff and its source as parent onto the session, and one event', async () => {
  const scene = await compiledScene();
  const { sessionId } = await scene.newSession();
  await scene.accept(sessionId);
  expect(await sessionRow(sessionId)).toMatchObject({
    handoffId: scene.handoffId,
    parentSessionId: scene.source.sessionId,
  });
  const events = await test.app.prisma.event.findMany({
    where: { handoffId: scene.handoffId },
    orderBy: { seq: 'asc' },
  });
  expect(events.map((event) => event.type)).toEqual(['handoff.requested', 'handoff.compiled', 'handoff.accepted']);
  expect(events[2]).toMatchObject({ agentSessionId: sessionId, data: { state: 'ACCEPTED', version: 1, sessionId } });
});

it('K18 accept refuses a session of other work', async () => {
  const scene = await compiledScene();
  const stranger = await addSession(test.app, test.owner, await addWorkItem(test.app, test.owner));
  await expect(scene.accept(stranger.sessionId)).rejects.toMatchObject(refusal('OTHER_WORK_ITEM'));
  expect(await stateOf(scene)).toBe('COMPILED');
});

it.each(['COMPLETED', 'FAILED', 'CANCELLED'] as const)('K18 accept refuses a session that has %s', async (status) => {
  const scene = await compiledScene();
  const { sessionId } = await scene.newSession();
  await test.app.services.sessions.endSession(test.owner, { sessionId, status, idempotencyKey: newKey() });
  await expect(scene.accept(sessionId)).rejects.toMatchObject(refusal('NOT_ACTIVE'));
});

it('K18 accept refuses the source session', async () => {
  const scene = await compiledScene();
  await expect(scene.accept(scene.source.sessionId)).rejects.toMatchObject(refusal('IS_SOURCE'));
});

it('K18 accept refuses a session that already continues a handoff', async () => {
  const scene = await compiledScene();
  const { sessionId } = await scene.newSession();
  await scene.accept(sessionId);
  const second = await handoffScene(test, scene.workItemId);
  await second.compile();
  await expect(second.accept(sessionId)).rejects.toMatchObject(refusal('ALREADY_CONTINUES'));
});

it('K19 accept keeps a parent that was stated at registration', async () => {
  const scene = await compiledScene();
  const stated = await scene.newSession();
  const { sessionId } = await test.app.services.sessions.registerSession(test.owner, {
    workItem: { id: scene.workItemId },
    runtime: 'claude',
    purpose: 'review',
    parentSessionId: stated.sessionId,
    idempotencyKey: newKey(),
  });
  await scene.accept(sessionId);
  expect(await sessionRow(sessionId)).toMatchObject({ handoffId: scene.handoffId, parentSessionId: stated.sessionId });
});

it('K20 a second accept is refused, and the first one’s key gives the first answer', async () => {
  const scene = await compiledScene();
  const { sessionId } = await scene.newSession();
  const key = newKey();
  const first = await scene.accept(sessionId, key);
  await expect(scene.accept()).rejects.toBeInstanceOf(InvalidTransitionError);
  await expect(scene.accept(sessionId)).rejects.toBeInstanceOf(InvalidTransitionError);
  expect(await scene.accept(sessionId, key)).toEqual(first);
});

it('lets one of many accepts at once win, whichever session it is for', async () => {
  const scene = await compiledScene();
  const sessions = [];
  for (let n = 0; n < 5; n++) sessions.push((await scene.newSession()).sessionId);
  const outcomes = await Promise.allSettled(sessions.map((id) => scene.accept(id)));
  expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  expect(await test.app.prisma.agentSession.count({ where: { handoffId: scene.handoffId } })).toBe(1);
  const refused = outcomes.filter((one) => one.status === 'rejected');
  expect(refused.every((one) => one.reason instanceof InvalidTransitionError)).toBe(true);
});

it('lets one session take on one of two handoffs that it accepts at once', async () => {
  const scene = await compiledScene();
  const second = await handoffScene(test, scene.workItemId);
  await second.compile();
  const { sessionId } = await scene.newSession();
  const outcomes = await Promise.allSettled([scene.accept(sessionId), second.accept(sessionId)]);
  expect(outcomes.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect([await stateOf(scene), await stateOf(second)].sort()).toEqual(['ACCEPTED', 'COMPILED']);
});

it('refuses a hash that is not the one on offer, naming the one that is', async () => {
  const scene = await compiledScene();
  const stale = (await scene.compile()).packageHash;
  await scene.decide('Use one table.');
  const { packageHash: currentHash } = await scene.compile();
  const { sessionId: toSessionId } = await scene.newSession();
  const accept = (packageHash: string) =>
    test.app.services.handoffs.acceptHandoff(test.owner, {
      handoffId: scene.handoffId,
      packageHash,
      toSessionId,
      idempotencyKey: newKey(),
    });
  await expect(accept(stale)).rejects.toBeInstanceOf(StalePackageError);
  await expect(accept(stale)).rejects.toMatchObject({ currentVersion: 2, currentHash });
  await accept(currentHash);
  expect(await stateOf(scene)).toBe('ACCEPTED');
});

it('lets a session’s credential accept into itself and into no other session', async () => {
  const scene = await compiledScene();
  const [one, other] = [await scene.newSession(), await scene.newSession()];
  const { packageHash } = await scene.compile();
  const into = (toSessionId: string) =>
    test.app.services.handoffs.acceptHandoff(one.actor, {
      handoffId: scene.handoffId,
      packageHash,
      toSessionId,
      idempotencyKey: newKey(),
    });
  await expect(into(other.sessionId)).rejects.toBeInstanceOf(ForbiddenError);
  await into(one.sessionId);
  const complete = { handoffId: scene.handoffId, idempotencyKey: newKey() };
  await expect(test.app.services.handoffs.completeHandoff(other.actor, complete)).rejects.toBeInstanceOf(
    ForbiddenError,
  );
  await test.app.services.handoffs.completeHandoff(one.actor, complete);
  expect(await stateOf(scene)).toBe('COMPLETED');
  expect(await sessionRow(one.sessionId)).toMatchObject({ handoffId: scene.handoffId });
});

it('knows no handoff of another organisation or of other work', async () => {
  const scene = await compiledScene();
  const foreigner = await addOrganisation(test.app, 'Far away');
  const elsewhere = await addSession(test.app, test.owner, await addWorkItem(test.app, test.owner));
  const { handoffs } = test.app.services;
  for (const actor of [foreigner.actor, elsewhere.actor]) {
    const input = { handoffId: scene.handoffId, idempotencyKey: newKey() };
    await expect(handoffs.compileHandoff(actor, input)).rejects.toBeInstanceOf(NotFoundError);
    await expect(handoffs.cancelHandoff(actor, input)).rejects.toBeInstanceOf(NotFoundError);
    await expect(handoffs.previewCompile(actor, scene.handoffId)).rejects.toBeInstanceOf(NotFoundError);
  }
  for (const handoffId of ['hof_nothing', 'nonsense', '\0', `hof_${'9'.repeat(100_000)}`]) {
    const input = { handoffId, idempotencyKey: newKey() };
    await expect(handoffs.compileHandoff(test.owner, input)).rejects.toBeInstanceOf(NotFoundError);
  }
});
