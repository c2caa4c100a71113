import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FreshnessLook, SourcePin } from '#schema/documents/freshness/source-pin.ts';
import { ForbiddenError, NotFoundError, ValidationError } from '#server/errors.ts';
import { addMachine, addOrganisation, addSession, addWorkItem } from '#tests/support/cast.ts';
import { handoffScene } from '#tests/support/scenes/handoff-scene.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const pin: SourcePin = {
  ...{ head: 'a'.repeat(40), branch: 'main', uncommittedFiles: 0, treeHash: '1'.repeat(40), goneFiles: [] },
};
const look: FreshnessLook = { ...pin, ahead: 0, behind: 0 };

const pinSource = (sessionId: string, change: Partial<SourcePin> = {}, takenAt = new Date()) =>
  test.app.services.sessions.reportSourcePin(test.owner, { sessionId, pin: { ...pin, ...change }, takenAt });
const read = (handoffId: string, actor = test.owner) => test.app.services.handoffs.readFreshness(actor, handoffId);
const codesOf = async (handoffId: string) => (await read(handoffId))?.findings.map(({ code }) => code);

it('pins a package beside its document: the same record gives the same hash, pinned or not', async () => {
  const scene = await handoffScene(test);
  const bare = await scene.compile();
  expect(await read(scene.handoffId)).toMatchObject({ state: 'NOT_PINNED', pin: null, check: null });
  await pinSource(scene.source.sessionId);
  expect(await scene.compile()).toMatchObject({ result: 'UNCHANGED', packageHash: bare.packageHash });
  await scene.decide('another one');
  await scene.compile();
  expect(await read(scene.handoffId)).toMatchObject({ state: 'NOT_CHECKED', packageVersion: 2, pin });
  expect(JSON.stringify(await scene.document())).not.toContain(pin.head);
});

it('F-10 tells a reviewer that the destination is 183 commits behind, or ahead, and warns of it', async () => {
  const scene = await handoffScene(test);
  await pinSource(scene.source.sessionId);
  await scene.compile();
  const { sessionId } = await scene.newSession();
  const about = { handoffId: scene.handoffId, sessionId, packageVersion: 1 };
  const report = (seen: Partial<FreshnessLook>) =>
    test.app.services.handoffs.reportFreshness(test.owner, { ...about, look: { ...look, ...seen } });
  await report({ head: 'b'.repeat(40), treeHash: '2'.repeat(40), behind: 183 });
  expect(await codesOf(scene.handoffId)).toEqual(['HEAD_BEHIND']);
  const { id } = await test.app.prisma.handoffPackage.findFirstOrThrow({ where: { handoffId: scene.handoffId } });
  expect(await test.app.services.handoffs.lintPackageOf(test.owner, id)).toContainEqual({
    ...{ code: 'STALE_HEAD', path: 'relevant_files' },
    message: 'HEAD here is bbbbbbbb, 183 commits behind the source’s aaaaaaaa.',
  });
  await report({ head: 'b'.repeat(40), treeHash: '2'.repeat(40), ahead: 183 });
  expect(await codesOf(scene.handoffId)).toEqual(['HEAD_AHEAD']);
  await report({});
  expect(await read(scene.handoffId)).toMatchObject({ state: 'SAME', findings: [] });
});

it('F-11 tells that the source went on after it was compiled as clean', async () => {
  const scene = await handoffScene(test);
  await pinSource(scene.source.sessionId, {}, new Date(1_000));
  await scene.compile();
  await pinSource(scene.source.sessionId, { head: 'c'.repeat(40), uncommittedFiles: 60 }, new Date(2_000));
  expect(await codesOf(scene.handoffId)).toEqual(['SOURCE_WENT_ON']);
  await pinSource(scene.source.sessionId, {}, new Date(1_500));
  expect(await codesOf(scene.handoffId), 'an older look that comes late changes nothing').toEqual(['SOURCE_WENT_ON']);
});

it('shows the look of the session that took it on, whoever else looked later', async () => {
  const scene = await handoffScene(test);
  await pinSource(scene.source.sessionId);
  await scene.compile();
  const [taker, other] = [await scene.newSession(), await scene.newSession()];
  const { reportFreshness } = test.app.services.handoffs;
  const about = { handoffId: scene.handoffId, packageVersion: 1 };
  await reportFreshness(taker.actor, { ...about, sessionId: taker.sessionId, look });
  await reportFreshness(other.actor, { ...about, sessionId: other.sessionId, look: { ...look, branch: 'other' } });
  expect(await codesOf(scene.handoffId)).toEqual(['OTHER_BRANCH']);
  await scene.accept(taker.sessionId);
  expect(await read(scene.handoffId)).toMatchObject({ state: 'SAME', check: { agentSessionId: taker.sessionId } });
});

it('states each fact once, and nothing when a pin says the same again', async () => {
  const { sessionId } = await addSession(test.app, test.owner, await addWorkItem(test.app, test.owner));
  const count = () =>
    test.app.prisma.event.count({ where: { agentSessionId: sessionId, type: 'session.source_pinned' } });
  await pinSource(sessionId, {}, new Date(1_000));
  await pinSource(sessionId, {}, new Date(2_000));
  expect(await count()).toBe(1);
  await pinSource(sessionId, { uncommittedFiles: 1 }, new Date(3_000));
  expect(await count()).toBe(2);
});

it('refuses what is no hash, what no handoff has, other work, and who may not write to the session', async () => {
  const scene = await handoffScene(test);
  await scene.compile();
  const stranger = await addSession(test.app, test.owner, await addWorkItem(test.app, test.owner));
  const elsewhere = await addOrganisation(test.app);
  const machine = await addMachine(test.app, test.owner, 'not-its-machine');
  const { sessionId } = await scene.newSession();
  const { reportFreshness } = test.app.services.handoffs;
  const about = { handoffId: scene.handoffId, sessionId, packageVersion: 1, look };
  await expect(pinSource(sessionId, { head: 'HEAD' })).rejects.toThrow('pin.head');
  await expect(pinSource(sessionId, { branch: 'two words' })).rejects.toThrow('pin.branch');
  await expect(reportFreshness(test.owner, { ...about, packageVersion: 2 })).rejects.toBeInstanceOf(ValidationError);
  const ofOther = { ...about, sessionId: stranger.sessionId };
  await expect(reportFreshness(test.owner, ofOther)).rejects.toBeInstanceOf(ValidationError);
  await expect(reportFreshness(stranger.actor, about)).rejects.toBeInstanceOf(NotFoundError);
  await expect(reportFreshness(elsewhere.actor, about)).rejects.toBeInstanceOf(NotFoundError);
  await expect(reportFreshness(machine.actor, about)).rejects.toBeInstanceOf(ForbiddenError);
  expect(await read(scene.handoffId, elsewhere.actor)).toBeNull();
});
