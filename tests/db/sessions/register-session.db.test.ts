import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticate } from '#server/auth/authenticate.ts';
import { ForbiddenError, NotFoundError, ValidationError, WorkItemClosedError } from '#server/errors.ts';
import type { RegisterSessionInput } from '#server/sessions/register-session.ts';
import {
  addMachine,
  addMember,
  addOrganisation,
  addSession,
  addWorkItem,
  newKey,
  signIn,
} from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const register = (workItemId: string, overrides: Partial<RegisterSessionInput> = {}, actor = test.owner) =>
  test.app.services.sessions.registerSession(actor, {
    workItem: { id: workItemId },
    runtime: 'codex',
    purpose: 'implement',
    idempotencyKey: newKey(),
    ...overrides,
  });
const read = (id: string) => test.app.prisma.agentSession.findUniqueOrThrow({ where: { id } });

describe('registering a session', () => {
  it('makes it active and starts open work, once', async () => {
    const workItemId = await addWorkItem(test.app, test.owner);
    const { sessionId } = await register(workItemId, { providerSessionId: ' 0198-thread ' });
    await register(workItemId);
    const session = await read(sessionId);
    expect(session).toMatchObject({
      status: 'ACTIVE',
      runtime: 'codex',
      providerSessionId: ' 0198-thread ',
      endedAt: null,
    });
    expect(session.startedAt).toEqual(session.registeredAt);
    const work = await test.app.prisma.workItem.findUniqueOrThrow({ where: { id: workItemId } });
    expect(work.state).toBe('IN_PROGRESS');
    expect(await test.app.prisma.workItemStateChange.count({ where: { workItemId } })).toBe(1);
  });

  it('starts the work once when two sessions are registered at once', async () => {
    const workItemId = await addWorkItem(test.app, test.owner);
    await Promise.all([register(workItemId), register(workItemId), register(workItemId)]);
    expect(await test.app.prisma.agentSession.count({ where: { workItemId } })).toBe(3);
    expect(await test.app.prisma.workItemStateChange.count({ where: { workItemId } })).toBe(1);
  });

  it('is refused on closed work, and taken again once that is reopened', async () => {
    const workItemId = await addWorkItem(test.app, test.owner);
    const workItem = { id: workItemId };
    await test.app.services.work.cancelWorkItem(test.owner, { workItem, idempotencyKey: newKey() });
    await expect(register(workItemId)).rejects.toBeInstanceOf(WorkItemClosedError);
    await test.app.services.work.reopenWorkItem(test.owner, { workItem, idempotencyKey: newKey() });
    await expect(register(workItemId)).resolves.toMatchObject({ sessionId: expect.stringMatching(/^ses_/) as string });
  });

  it('records every name of a runtime under one', async () => {
    const workItemId = await addWorkItem(test.app, test.owner);
    for (const [given, kept] of [
      ['Claude-Code', 'claude'],
      [' claude ', 'claude'],
      ['CODEX', 'codex'],
      ['my-agent2', 'my-agent2'],
    ] as const) {
      expect(await read((await register(workItemId, { runtime: given })).sessionId)).toMatchObject({ runtime: kept });
    }
    for (const runtime of ['', '2x', 'a b', 'a\0', 'toString()', 'x'.repeat(33), 'é']) {
      await expect(register(workItemId, { runtime })).rejects.toMatchObject({ field: 'runtime' });
    }
    expect(await read((await register(workItemId, { runtime: 'constructor' })).sessionId)).toMatchObject({
      runtime: 'constructor',
    });
  });

  it('takes a parent of the same work item and no other', async () => {
    const workItemId = await addWorkItem(test.app, test.owner);
    const parent = await register(workItemId);
    const child = await register(workItemId, { parentSessionId: parent.sessionId });
    expect(await read(child.sessionId)).toMatchObject({ parentSessionId: parent.sessionId });
    const elsewhere = await register(await addWorkItem(test.app, test.owner));
    await expect(register(workItemId, { parentSessionId: elsewhere.sessionId })).rejects.toBeInstanceOf(
      ValidationError,
    );
    const stranger = await addOrganisation(test.app);
    const foreign = await register(await addWorkItem(test.app, stranger.actor), {}, stranger.actor);
    for (const parentSessionId of [foreign.sessionId, 'ses_none', 'ses_\0', workItemId]) {
      await expect(register(workItemId, { parentSessionId })).rejects.toBeInstanceOf(NotFoundError);
    }
  });

  it('does not find the work of another organisation', async () => {
    const stranger = await addOrganisation(test.app);
    const workItemId = await addWorkItem(test.app, stranger.actor);
    await expect(register(workItemId)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('names the field and the limit of a text that is too long or malformed', async () => {
    const workItemId = await addWorkItem(test.app, test.owner);
    await expect(register(workItemId, { purpose: 'x'.repeat(10_000_000) })).rejects.toThrow(
      /purpose: .*10000000.*1000/,
    );
    await expect(register(workItemId, { purpose: '\ud800' })).rejects.toMatchObject({ field: 'purpose' });
    await expect(register(workItemId, { providerSessionId: 'a\0' })).rejects.toMatchObject({
      field: 'providerSessionId',
    });
  });
});

describe('the machine of a session', () => {
  it('is registered by its name on first use, and once when many do', async () => {
    const workItemId = await addWorkItem(test.app, test.owner);
    const all = await Promise.all(Array.from({ length: 6 }, () => register(workItemId, { machineName: 'laptop-9' })));
    const machines = await test.app.prisma.machine.findMany({ where: { name: 'laptop-9' } });
    expect(machines).toHaveLength(1);
    for (const { sessionId } of all) expect((await read(sessionId)).machineId).toBe(machines[0]?.id);
  });

  it('is the machine’s own when its credential registers', async () => {
    const workItemId = await addWorkItem(test.app, test.owner);
    const machine = await addMachine(test.app, test.owner, 'build-1');
    const { sessionId } = await register(workItemId, {}, machine.actor);
    expect((await read(sessionId)).machineId).toBe(machine.actor.id);
    await register(workItemId, { machineName: 'build-1' }, machine.actor);
    await expect(register(workItemId, { machineName: 'build-2' }, machine.actor)).rejects.toBeInstanceOf(
      ForbiddenError,
    );
  });
});

describe('the sync mode of a session', () => {
  const modeOf = async (overrides: Partial<RegisterSessionInput>, actor = test.owner) => {
    const { sessionId } = await register(await addWorkItem(test.app, test.owner), overrides, actor);
    return (await read(sessionId)).syncMode;
  };

  it('is the strictest unless the machine or a person says otherwise', async () => {
    expect(await modeOf({})).toBe('METADATA_ONLY');
    expect(await modeOf({ machineName: 'strict-1' })).toBe('METADATA_ONLY');
    expect(await modeOf({ machineName: 'strict-1', syncMode: 'FULL' })).toBe('FULL');
  });

  it('follows its machine’s for sessions registered from then on, and leaves the others', async () => {
    const machine = await addMachine(test.app, test.owner, 'open-1');
    const before = await register(await addWorkItem(test.app, test.owner), {}, machine.actor);
    const set = { machineId: machine.actor.id, syncMode: 'SUMMARIES' } as const;
    for (let i = 0; i < 2; i++) await test.app.services.machines.setMachineSyncMode(test.owner, set);
    expect(await modeOf({}, machine.actor)).toBe('SUMMARIES');
    expect(await modeOf({ syncMode: 'METADATA_ONLY' }, machine.actor)).toBe('METADATA_ONLY');
    expect((await read(before.sessionId)).syncMode).toBe('METADATA_ONLY');
    expect(await test.app.prisma.event.count({ where: { type: 'machine.sync_mode_changed' } })).toBe(1);
  });

  it('is opened wider by people only', async () => {
    const machine = await addMachine(test.app, test.owner, 'open-2');
    await expect(modeOf({ syncMode: 'FULL' }, machine.actor)).rejects.toBeInstanceOf(ForbiddenError);
    const session = await addSession(test.app, test.owner, await addWorkItem(test.app, test.owner));
    const set = { machineId: machine.actor.id, syncMode: 'FULL' } as const;
    for (const actor of [machine.actor, session.actor]) {
      await expect(test.app.services.machines.setMachineSyncMode(actor, set)).rejects.toBeInstanceOf(ForbiddenError);
    }
    const stranger = await addOrganisation(test.app);
    await expect(test.app.services.machines.setMachineSyncMode(stranger.actor, set)).rejects.toBeInstanceOf(
      NotFoundError,
    );
    const mia = await addMember(test.app, test.owner);
    await test.app.services.machines.setMachineSyncMode(mia.actor, set);
    expect(await modeOf({}, machine.actor)).toBe('FULL');
  });
});

describe('the credential of a session', () => {
  it('is shown in the first answer alone', async () => {
    const workItemId = await addWorkItem(test.app, test.owner);
    const idempotencyKey = newKey();
    const first = await register(workItemId, { idempotencyKey });
    expect(await register(workItemId, { idempotencyKey })).toEqual({ sessionId: first.sessionId, credential: null });
    expect(first.credential).toMatch(/^krn_/);
    expect(await test.app.prisma.token.count({ where: { agentSessionId: first.sessionId } })).toBe(1);
  });

  it('is not made when nobody wants one', async () => {
    const { sessionId, credential } = await register(await addWorkItem(test.app, test.owner), {
      withCredential: false,
    });
    expect(credential).toBeNull();
    expect(await test.app.prisma.token.count({ where: { agentSessionId: sessionId } })).toBe(0);
  });

  it('has no scope that its maker lacked', async () => {
    const workItemId = await addWorkItem(test.app, test.owner);
    const { secret } = await test.app.services.tokens.createToken(test.owner, {
      name: 'narrow',
      scopes: ['work.read', 'session.write', 'session.read'],
      idempotencyKey: newKey(),
    });
    // Starting open work is a consequence of the registration, not a right of its own.
    const { credential } = await register(workItemId, {}, await signIn(test.app, secret));
    expect([...(await signIn(test.app, credential)).scopes]).toEqual(['work.read', 'session.read', 'session.write']);
  });

  it('reaches its own session and work item and nothing else', async () => {
    const workItemId = await addWorkItem(test.app, test.owner);
    const mine = await addSession(test.app, test.owner, workItemId);
    const sibling = await addSession(test.app, test.owner, workItemId);
    const other = await addSession(test.app, test.owner, await addWorkItem(test.app, test.owner));
    expect(mine.actor).toMatchObject({ kind: 'session', id: mine.sessionId, sessionId: mine.sessionId, workItemId });
    const report = (sessionId: string) =>
      test.app.services.sessions.reportWorkspace(mine.actor, { sessionId, files: [] });
    await report(mine.sessionId);
    await expect(report(sibling.sessionId)).rejects.toBeInstanceOf(ForbiddenError);
    await expect(report(other.sessionId)).rejects.toBeInstanceOf(NotFoundError);
    await expect(register(workItemId, {}, mine.actor)).rejects.toBeInstanceOf(ForbiddenError);
  });

  it('ends with its session', async () => {
    const mine = await addSession(test.app, test.owner, await addWorkItem(test.app, test.owner));
    await test.app.services.sessions.endSession(mine.actor, {
      sessionId: mine.sessionId,
      status: 'COMPLETED',
      idempotencyKey: newKey(),
    });
    expect(await authenticate(test.app, mine.secret)).toBeNull();
    const token = await test.app.prisma.token.findUniqueOrThrow({ where: { id: mine.actor.tokenId } });
    expect(token.revokedAt).not.toBeNull();
  });

  it('signs nobody in once its session has ended, even if it was not revoked', async () => {
    const mine = await addSession(test.app, test.owner, await addWorkItem(test.app, test.owner));
    await test.app.prisma.agentSession.update({
      where: { id: mine.sessionId },
      data: { endedAt: test.app.clock.now() },
    });
    expect(await authenticate(test.app, mine.secret)).toBeNull();
  });
});
