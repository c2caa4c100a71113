import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticate } from '#server/auth/authenticate.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidTransitionError,
  NotFoundError,
  SessionEndedError,
  StaleFenceError,
  ValidationError,
} from '#server/errors.ts';
import { addMachine, addSession, addWorkItem, newKey, signIn } from '#tests/support/cast.ts';
import { type LaunchScene, launchScene } from '#tests/support/scenes/launch-scene.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
let scene: LaunchScene;
beforeAll(async () => {
  test = await createTestApp();
  scene = await launchScene(test);
});
afterAll(() => test[Symbol.asyncDispose]());

const ended = { state: 'ENDED', exitReason: 'COMPLETED', exitCode: 0 } as const;

describe('F-94: one intent is one launch', () => {
  it('under one key, however often and at once it is asked', async () => {
    const workItem = { id: await addWorkItem(test.app, test.owner) };
    const idempotencyKey = newKey();
    const asked = await Promise.allSettled(
      Array.from({ length: 8 }, () => scene.request({ workItem, idempotencyKey })),
    );
    const again = await scene.request({ workItem, idempotencyKey });
    for (const answer of asked) {
      if (answer.status === 'fulfilled') expect(answer.value).toEqual(again);
      else expect(answer.reason).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    }
    const where = { workItemId: workItem.id };
    expect(await test.app.prisma.launch.count({ where })).toBe(1);
    expect(await test.app.prisma.agentSession.count({ where })).toBe(1);
    expect(await test.app.prisma.machineCommand.count({ where: { launchId: again.launchId } })).toBe(1);
  });
});

it('F-31: the same asked for twice, under two keys, is two sessions with ids, launches and credentials of their own', async () => {
  const workItem = { id: await addWorkItem(test.app, test.owner) };
  const same = { workItem, purpose: 'implement', workspace: '/work' };
  const twice = [await scene.request(same), await scene.request(same)];
  const claims = [];
  for (const requested of twice) claims.push(await scene.claim(requested));
  for (const of of ['sessionId', 'launchId'] as const) expect(new Set(twice.map((one) => one[of])).size).toBe(2);
  expect(new Set(claims.map(({ credential }) => credential)).size).toBe(2);
});

describe('a claim', () => {
  it('F-85: whose answer was lost is made again with the same token, and the lost credential ends', async () => {
    const requested = await scene.request();
    const claimToken = newKey();
    const lost = await scene.claim(requested, claimToken);
    const found = await scene.claim(requested, claimToken);
    expect([lost.fence, found.fence]).toEqual([1, 2]);
    expect(await authenticate(test.app, lost.credential)).toBeNull();
    expect(await signIn(test.app, found.credential)).toMatchObject({ kind: 'session', id: requested.sessionId });
  });

  it('of many claimants at once belongs to one', async () => {
    const requested = await scene.request();
    const claims = await Promise.allSettled(Array.from({ length: 6 }, () => scene.claim(requested)));
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const claim of claims) {
      if (claim.status === 'rejected') expect(claim.reason).toBeInstanceOf(ConflictError);
    }
    expect((await scene.launch(requested)).fence).toBe(1);
  });

  it('of what was called off is refused, and of another machine finds nothing', async () => {
    const requested = await scene.request();
    const { actor: other } = await addMachine(test.app, test.owner, 'other');
    const input = { commandId: await scene.command(requested), claimToken: newKey() };
    await expect(test.app.services.fleet.claimMachineCommand(other, input)).rejects.toThrow(NotFoundError);
    await expect(test.app.services.fleet.claimMachineCommand(test.owner, input)).rejects.toThrow(ForbiddenError);
    await scene.stop(requested);
    await expect(scene.claim(requested)).rejects.toThrow(InvalidTransitionError);
    expect(await scene.session(requested)).toMatchObject({ status: 'CANCELLED', exitReason: 'CANCELLED' });
  });

  it('of a session that ended on the record is refused', async () => {
    const requested = await scene.request();
    const { sessionId } = requested;
    await test.app.services.sessions.endSession(test.owner, { sessionId, status: 'FAILED', idempotencyKey: newKey() });
    await expect(scene.claim(requested)).rejects.toThrow(SessionEndedError);
  });
});

describe('a report', () => {
  it('under an earlier fence is refused, and changes nothing', async () => {
    const requested = await scene.request();
    const claimToken = newKey();
    const { fence: old } = await scene.claim(requested, claimToken);
    await scene.claim(requested, claimToken);
    for (const state of ['STARTED', 'UNCERTAIN'] as const) {
      await expect(scene.report(requested, old, { state })).rejects.toThrow(StaleFenceError);
    }
    await expect(scene.report(requested, old, ended)).rejects.toThrow(StaleFenceError);
    expect(await scene.launch(requested)).toMatchObject({ state: 'CLAIMED', fence: 2 });
  });

  it('under a fence that no claim had is refused', async () => {
    const requested = await scene.request();
    await scene.claim(requested);
    await expect(scene.report(requested, 7, { state: 'STARTED' })).rejects.toThrow(ValidationError);
  });

  it('repeated under its key is the same report', async () => {
    const requested = await scene.request();
    const { fence, credential } = await scene.claim(requested);
    await scene.report(requested, fence, { state: 'STARTED' });
    const idempotencyKey = newKey();
    await scene.report(requested, fence, { ...ended, idempotencyKey });
    await scene.report(requested, fence, { ...ended, idempotencyKey });
    expect(await scene.launch(requested)).toMatchObject({ state: 'ENDED', exitCode: 0 });
    expect(await authenticate(test.app, credential)).toBeNull();
  });

  it.each([
    ['F-91: exit 0 without completion', { ...ended }, 'COMPLETED', 'EXITED_WITHOUT_COMPLETION'],
    ['a crash', { state: 'ENDED', exitReason: 'CRASHED', exitCode: 3 }, 'FAILED', 'CRASHED'],
    ['a stop', { state: 'ENDED', exitReason: 'CANCELLED' }, 'CANCELLED', 'CANCELLED'],
    ['a timeout', { state: 'ENDED', exitReason: 'TIMED_OUT' }, 'FAILED', 'TIMED_OUT'],
  ] as const)(
    'of %s ends the session and its credential, and nothing is asked again',
    async (_what, report, status, exitReason) => {
      const requested = await scene.request();
      const { fence, credential } = await scene.claim(requested);
      await scene.report(requested, fence, { state: 'STARTED' });
      await scene.report(requested, fence, report);
      expect(await scene.session(requested)).toMatchObject({ status, exitReason });
      expect(await authenticate(test.app, credential)).toBeNull();
      const { launchId } = requested;
      expect(await test.app.prisma.machineCommand.count({ where: { launchId } })).toBe(1);
    },
  );

  it('of an exit after the work was completed is a completion', async () => {
    const requested = await scene.request();
    const { fence, credential } = await scene.claim(requested);
    await scene.report(requested, fence, { state: 'STARTED' });
    const { workItemId: id } = await scene.session(requested);
    const inside = await signIn(test.app, credential);
    await test.app.services.work.completeWorkItem(inside, { workItem: { id }, idempotencyKey: newKey() });
    await scene.report(requested, fence, ended);
    expect(await scene.session(requested)).toMatchObject({ status: 'COMPLETED', exitReason: 'COMPLETED' });
  });
});

describe('what cannot be known', () => {
  it('is settled by a person as over, and its session failed', async () => {
    const requested = await scene.request();
    const { fence } = await scene.claim(requested);
    await scene.report(requested, fence, { state: 'STARTED' });
    await scene.report(requested, fence, { state: 'UNCERTAIN', detail: 'The ledger was lost.' });
    expect(await scene.launch(requested)).toMatchObject({ state: 'UNCERTAIN', uncertainty: 'The ledger was lost.' });
    await scene.resolve(requested, 'ENDED');
    expect(await scene.session(requested)).toMatchObject({ status: 'FAILED', exitReason: 'LOST' });
  });

  it('is launched again only where it never was active, under a new claim and with another credential', async () => {
    const requested = await scene.request();
    const { fence, credential } = await scene.claim(requested);
    await scene.report(requested, fence, { state: 'UNCERTAIN' });
    const first = await scene.command(requested);
    await scene.resolve(requested, 'RELAUNCH');
    expect(await authenticate(test.app, credential)).toBeNull();
    expect(await scene.command(requested)).not.toBe(first);
    expect(await scene.claim(requested)).toMatchObject({ fence: 2 });
    await expect(scene.report(requested, fence, { state: 'STARTED' })).rejects.toThrow(StaleFenceError);

    const active = await scene.request();
    const claim = await scene.claim(active);
    await scene.report(active, claim.fence, { state: 'STARTED' });
    await scene.report(active, claim.fence, { state: 'UNCERTAIN' });
    await expect(scene.resolve(active, 'RELAUNCH')).rejects.toThrow(InvalidTransitionError);
  });

  it('no machine and no session settles', async () => {
    const requested = await scene.request();
    const { fence } = await scene.claim(requested);
    await scene.report(requested, fence, { state: 'UNCERTAIN' });
    const input = { launchId: requested.launchId, resolution: 'ENDED', idempotencyKey: newKey() } as const;
    await expect(test.app.services.fleet.resolveLaunch(scene.machine, input)).rejects.toThrow(ForbiddenError);
    const { workItemId } = await scene.session(requested);
    const { actor: session } = await addSession(test.app, test.owner, workItemId);
    await expect(test.app.services.fleet.resolveLaunch(session, input)).rejects.toThrow(ForbiddenError);
  });
});

it('a launch that is tried again before its runtime runs briefs anew, and what the runtime got stands from then on', async () => {
  const { sessions } = test.app.services;
  const requested = await scene.request({ workItem: { id: await addWorkItem(test.app, test.owner) } });
  const { sessionId } = requested;
  const { fence } = await scene.claim(requested);
  const brief = (text: string) => {
    const sha256 = createHash('sha256').update(text).digest('hex');
    return sessions.reportBriefing(scene.machine, { sessionId, text, sha256, cuts: [], clipped: [] });
  };
  const kept = async () =>
    (await test.app.prisma.briefingReceipt.findUniqueOrThrow({ where: { agentSessionId: sessionId } })).text;
  await brief('the work as it was');
  await brief('the work as it is now');
  expect(await kept()).toBe('the work as it is now');
  await scene.report(requested, fence, { state: 'STARTED' });
  await expect(brief('another text')).rejects.toBeInstanceOf(ConflictError);
  await brief('the work as it is now');
  expect(await kept()).toBe('the work as it is now');
});
