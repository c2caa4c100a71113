import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticate } from '#server/auth/authenticate.ts';
import type { StartSessionInput } from '#server/fleet/launches/start-session.ts';
import type { SessionExitReason } from '#prisma/generated/client/enums.ts';
import { addMachine, addSession, addWorkItem, newKey, signIn } from '#tests/support/cast.ts';
import { type LaunchScene, launchScene, type Requested } from '#tests/support/scenes/launch-scene.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
let scene: LaunchScene;
beforeAll(async () => {
  test = await createTestApp();
  scene = await launchScene(test);
});
afterAll(() => test[Symbol.asyncDispose]());

const resume = ({ sessionId }: Requested, idempotencyKey = newKey()) =>
  test.app.services.fleet.resumeSession(test.owner, { sessionId, idempotencyKey });

/** A session that ran, told the id of its run, and ended. */
async function ran(more: Partial<StartSessionInput> = {}, exitReason: SessionExitReason = 'LOST') {
  const requested = await scene.request(more);
  const { fence, credential } = await scene.claim(requested);
  await scene.report(requested, fence, { state: 'STARTED' });
  const { sessionId } = requested;
  const providerSessionId = `run-${sessionId}`;
  await test.app.services.sessions.nameProviderSession(scene.machine, { sessionId, providerSessionId });
  await scene.report(requested, fence, { state: 'ENDED', exitReason });
  return { ...requested, credential, providerSessionId };
}

describe('a session that ended is resumed', () => {
  it('as a new session with it as parent: the same run, folder and machine, and a credential of its own', async () => {
    const old = await ran({ workspace: '/code/auth' });
    const next = await resume(old);
    const before = await scene.session(old);
    expect(await scene.session(next)).toMatchObject({
      ...{ status: 'REQUESTED', parentSessionId: old.sessionId, providerSessionId: old.providerSessionId },
      ...{ workItemId: before.workItemId, machineId: scene.machine.id, runtime: 'codex', purpose: before.purpose },
    });
    expect(await scene.launch(next)).toMatchObject({ workspace: '/code/auth', state: 'REQUESTED', handoffId: null });
    const { credential } = await scene.claim(next);
    expect(await signIn(test.app, credential)).toMatchObject({ kind: 'session', id: next.sessionId });
    expect(await authenticate(test.app, old.credential)).toBeNull();
    expect(await scene.session(old)).toEqual(before);
  });

  it('F-94: once for one key, and by one of many who ask at once', async () => {
    const old = await ran();
    const key = newKey();
    const first = await resume(old, key);
    expect(await resume(old, key)).toEqual(first);
    const other = await ran();
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => resume(other)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of asked) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'CONFLICT' });
    expect(await test.app.prisma.agentSession.count({ where: { parentSessionId: other.sessionId } })).toBe(1);
  });

  it('again once the one that went on with it has ended, be it from the first or from the last', async () => {
    const old = await ran();
    const next = await resume(old);
    await expect(resume(old)).rejects.toThrow(`Agent session ${next.sessionId} is in that run`);
    const { fence } = await scene.claim(next);
    await scene.report(next, fence, { state: 'ENDED', exitReason: 'CRASHED' });
    const third = await resume(next);
    await scene.stop(third);
    expect((await scene.session(await resume(old))).parentSessionId).toBe(old.sessionId);
  });

  it('and lets out no more than it did, nor more than its machine does now', async () => {
    const { machines } = test.app.services;
    const setMode = (syncMode: 'FULL' | 'METADATA_ONLY') =>
      machines.setMachineSyncMode(test.owner, { machineId: scene.machine.id, syncMode });
    const strict = await ran({ syncMode: 'METADATA_ONLY' });
    const open = await ran({ syncMode: 'FULL' });
    expect((await scene.session(await resume(open))).syncMode).toBe('METADATA_ONLY');
    await setMode('FULL');
    expect((await scene.session(await resume(strict))).syncMode).toBe('METADATA_ONLY');
    await setMode('METADATA_ONLY');
  });
});

describe('a session is not resumed', () => {
  it('F-20: while it runs, or while nobody knows whether it does', async () => {
    const requested = await scene.request();
    await expect(resume(requested)).rejects.toThrow('An agent session in state REQUESTED does not take RESUME.');
    const { fence } = await scene.claim(requested);
    await scene.report(requested, fence, { state: 'STARTED' });
    await scene.report(requested, fence, { state: 'UNCERTAIN' });
    const { sessionId } = requested;
    await test.app.services.sessions.endSession(test.owner, { sessionId, status: 'FAILED', idempotencyKey: newKey() });
    await expect(resume(requested)).rejects.toMatchObject({ code: 'INVALID_TRANSITION', from: 'UNCERTAIN' });
  });

  it('without a run that its runtime named, and one that no machine ran', async () => {
    const requested = await scene.request();
    await scene.stop(requested);
    await expect(resume(requested)).rejects.toMatchObject({ code: 'CONFLICT' });
    const registered = await addSession(test.app, test.owner, await addWorkItem(test.app, test.owner));
    const { sessionId } = registered;
    await test.app.services.sessions.endSession(test.owner, { sessionId, status: 'FAILED', idempotencyKey: newKey() });
    await expect(resume({ sessionId, launchId: '' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('on work that is closed, on a machine that is away, and by anyone but a person', async () => {
    const old = await ran();
    const { workItemId: id } = await scene.session(old);
    await test.app.services.work.cancelWorkItem(test.owner, { workItem: { id }, idempotencyKey: newKey() });
    await expect(resume(old)).rejects.toMatchObject({ code: 'WORK_ITEM_CLOSED' });
    const { actor: machine } = await addMachine(test.app, test.owner, 'other');
    const input = { sessionId: (await ran()).sessionId, idempotencyKey: newKey() };
    await expect(test.app.services.fleet.resumeSession(machine, input)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const away = await launchScene(test, 'away');
    const there = await away.request();
    const { fence } = await away.claim(there);
    const named = { sessionId: there.sessionId, providerSessionId: 'r' };
    await test.app.services.sessions.nameProviderSession(away.machine, named);
    await away.report(there, fence, { state: 'ENDED', exitReason: 'CRASHED' });
    await test.app.prisma.machinePresence.updateMany({
      where: { machineId: away.machine.id },
      data: { signedOffAt: new Date() },
    });
    await expect(resume(there)).rejects.toMatchObject({ code: 'RUNTIME_NOT_OFFERED' });
  });
});
