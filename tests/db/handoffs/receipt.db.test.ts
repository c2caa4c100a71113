import { afterAll, beforeAll, expect, it } from 'vitest';
import { ForbiddenError, InvalidTransitionError, ValidationError } from '#server/errors.ts';
import { newKey } from '#tests/support/cast.ts';
import { handoffScene, type HandoffScene } from '#tests/support/scenes/handoff-scene.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

/** An accepted handoff and the session that took it on, which signs in as itself. */
async function acceptedScene() {
  const scene = await handoffScene(test);
  await scene.compile(test.owner, 'Finish the rotation');
  const destination = await scene.newSession();
  await scene.accept(destination.sessionId);
  return { scene, destination };
}
const say = ({ handoffId }: HandoffScene, echoes: string[], actor = test.owner, idempotencyKey = newKey()) =>
  test.app.services.handoffs.recordReceipt(actor, { handoffId, echoes, idempotencyKey });
const read = ({ handoffId }: HandoffScene) => test.app.services.handoffs.readReceipt(test.owner, handoffId);
const keys = (items: readonly { key: string }[] | undefined) => items?.map(({ key }) => key);
const receiptEvents = ({ handoffId }: HandoffScene) =>
  test.app.prisma.event.findMany({ where: { handoffId, type: 'handoff.receipt_recorded' }, orderBy: { seq: 'asc' } });

it('a session says its package back, and what it left out is missing', async () => {
  const { scene, destination } = await acceptedScene();
  expect(await read(scene)).toBeNull();
  const { unknown } = await say(scene, ['goal', 'no downtime', 'something else'], destination.actor);
  expect(unknown).toBe(1);
  const receipt = await read(scene);
  expect(keys(receipt?.covered)).toEqual(['goal', 'constraint-1']);
  expect(receipt?.missing).toEqual([
    { key: 'objective', kind: 'OBJECTIVE', text: 'Finish the rotation' },
    { key: 'criterion-1', kind: 'CRITERION', text: 'Old signatures still verify' },
  ]);
  expect(receipt).toMatchObject({
    sessionId: destination.sessionId,
    packageVersion: 1,
    recordedBy: { kind: 'session' },
  });
});

it('a second receipt adds to the first, each writes one event with numbers and no text', async () => {
  const { scene, destination } = await acceptedScene();
  await say(scene, ['goal'], destination.actor);
  await say(scene, ['objective'], destination.actor);
  expect(keys((await read(scene))?.covered)).toEqual(['goal', 'objective']);
  const events = await receiptEvents(scene);
  expect(events.map(({ data }) => data)).toEqual([
    expect.objectContaining({ covered: 1, missing: 3 }),
    expect.objectContaining({ covered: 2, missing: 2 }),
  ]);
  expect(JSON.stringify(events.map(({ data }) => data))).not.toContain('rotation');
});

it('a repeated request gives the first answer and writes nothing more', async () => {
  const { scene } = await acceptedScene();
  const key = newKey();
  expect(await say(scene, ['goal', 'nonsense'], test.owner, key)).toEqual(
    await say(scene, ['goal', 'nonsense'], test.owner, key),
  );
  expect(await receiptEvents(scene)).toHaveLength(1);
});

it('refuses before the handoff is accepted, from another session, and blank echoes', async () => {
  const offered = await handoffScene(test);
  await offered.compile();
  await expect(say(offered, ['goal'])).rejects.toThrow(InvalidTransitionError);
  const { scene } = await acceptedScene();
  await expect(say(scene, ['goal'], scene.source.actor)).rejects.toThrow(ForbiddenError);
  await expect(say(scene, [' '])).rejects.toThrow(ValidationError);
  expect(await read(scene)).toBeNull();
});

it('two receipts at once lose nothing', async () => {
  const { scene } = await acceptedScene();
  await Promise.all([say(scene, ['goal']), say(scene, ['objective']), say(scene, ['constraint-1'])]);
  expect(keys((await read(scene))?.covered)).toEqual(['goal', 'objective', 'constraint-1']);
});
