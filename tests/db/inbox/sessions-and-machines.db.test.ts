import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NeedKind } from '#server/inbox/need.ts';
import { ForbiddenError } from '#server/errors.ts';
import { addMachine, addMember, addOrganisation, addSession, addWorkItem, newKey } from '#tests/support/cast.ts';
import { signOnDaemon } from '#tests/support/scenes/fleet.ts';
import { withScopes } from '#tests/support/scenes/seed-work.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const MINUTE = 60_000;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const list = (kind: NeedKind, actor = test.owner) =>
  test.app.services.inbox.listNeeds(actor, { kind, first: 100, after: null });
const needOf = async (kind: NeedKind, id: string) => (await list(kind)).find((need) => need.id === id);
const count = (kind: NeedKind) => test.app.services.inbox.countNeeds(test.owner, kind);

/** A session that a machine was asked to run, as far as it is wanted. */
async function launched(machineName: string, upTo: 'REQUESTED' | 'STARTED') {
  const { app, owner } = test;
  const workItemId = await addWorkItem(app, owner);
  const machine = await addMachine(app, owner, machineName);
  const daemon = await signOnDaemon(app, machine.actor);
  await daemon.serve('codex');
  const { sessionId, launchId } = await app.services.fleet.startSession(owner, {
    ...{ workItem: { id: workItemId }, runtime: 'codex', machineId: machine.actor.id, workspace: '/code' },
    idempotencyKey: newKey(),
  });
  const report = (state: 'STARTED' | 'ENDED' | 'UNCERTAIN', more: object = {}) =>
    app.services.fleet.reportLaunch(machine.actor, { launchId, fence: 1, state, ...more, idempotencyKey: newKey() });
  if (upTo === 'STARTED') {
    const { id: commandId } = await app.prisma.machineCommand.findFirstOrThrow({ where: { launchId } });
    await app.services.fleet.claimMachineCommand(machine.actor, { commandId, claimToken: newKey() });
    await report('STARTED');
  }
  return { workItemId, machine, daemon, sessionId, launchId, report };
}

/** Lets the daemon be heard of now, and everything else of a session lie `minutes` back. */
async function agoBy(
  minutes: number,
  { sessionId, machine }: { sessionId: string; machine?: { actor: { id: string } } },
) {
  const { prisma } = test.app;
  const then = new Date(Date.now() - minutes * MINUTE);
  await prisma.agentSession.update({ where: { id: sessionId }, data: { registeredAt: then, startedAt: then } });
  await prisma.event.updateMany({ where: { agentSessionId: sessionId }, data: { occurredAt: then } });
  if (machine === undefined) return;
  const where = { machineId: machine.actor.id };
  await prisma.machinePresence.update({ where, data: { lastSeenAt: new Date() } });
}

it('lists a session that exited without completing, says what to do, and clears it when another one is started', async () => {
  const scene = await launched('desk-1', 'STARTED');
  await scene.report('ENDED', { exitReason: 'COMPLETED', exitCode: 0 });
  expect(await needOf('INCOMPLETE_SESSION', scene.sessionId)).toMatchObject({
    title: 'implement',
    workItemId: scene.workItemId,
    clearedBy:
      'It ended by itself and completed nothing. Start another session, hand the work over from this one, or close the work item.',
  });
  await addSession(test.app, test.owner, scene.workItemId);
  expect(await needOf('INCOMPLETE_SESSION', scene.sessionId)).toBeUndefined();
});

it('lists the last end of a work item alone, and not once the work is in review, closed or handed over', async () => {
  const { app, owner } = test;
  const scene = await launched('desk-2', 'STARTED');
  const later = await addSession(app, owner, scene.workItemId);
  await scene.report('ENDED', { exitReason: 'CRASHED', exitCode: 1 });
  expect(await needOf('INCOMPLETE_SESSION', scene.sessionId), 'another session is at it').toBeUndefined();
  await app.services.sessions.endSession(owner, {
    ...{ sessionId: later.sessionId, status: 'FAILED', idempotencyKey: newKey() },
  });
  expect(await needOf('INCOMPLETE_SESSION', scene.sessionId)).toBeUndefined();
  expect(await needOf('INCOMPLETE_SESSION', later.sessionId)).toMatchObject({ workItemId: scene.workItemId });
  const change = () => ({ workItem: { id: scene.workItemId }, idempotencyKey: newKey() });
  await app.services.work.submitWorkItem(owner, change());
  expect(await needOf('INCOMPLETE_SESSION', later.sessionId)).toBeUndefined();
});

it('lists an uncertain session since when it is, until a person settles it', async () => {
  const scene = await launched('desk-3', 'STARTED');
  await scene.report('UNCERTAIN', { detail: 'The machine restarted.' });
  const need = await needOf('UNCERTAIN_SESSION', scene.sessionId);
  expect(need?.clearedBy).toBe(
    'The machine restarted. Look on desk-3, then say that it ended or have it launched again.',
  );
  const { uncertainSince } = await test.app.prisma.launch.findUniqueOrThrow({ where: { id: scene.launchId } });
  expect(need?.since).toEqual(uncertainSince);
  await scene.report('UNCERTAIN', { detail: 'Still.' });
  expect((await needOf('UNCERTAIN_SESSION', scene.sessionId))?.since).toEqual(uncertainSince);
  const settle = { launchId: scene.launchId, resolution: 'ENDED', idempotencyKey: newKey() } as const;
  await test.app.services.fleet.resolveLaunch(test.owner, settle);
  expect(await needOf('UNCERTAIN_SESSION', scene.sessionId)).toBeUndefined();
});

it('lists a session that was silent for long, since its last word; that it waits is no word', async () => {
  const scene = await launched('desk-4', 'STARTED');
  const say = (kind: 'MESSAGE' | 'BLOCKED') =>
    test.app.services.sessions.recordSessionEvents(scene.machine.actor, {
      ...{ sessionId: scene.sessionId, events: [{ kind, occurredAt: new Date(0) }], idempotencyKey: newKey() },
    });
  await say('MESSAGE');
  await agoBy(16, scene);
  await say('BLOCKED');
  const need = await needOf('STALLED_SESSION', scene.sessionId);
  expect(need?.clearedBy).toContain('Look whether it still works, or stop it');
  expect(Date.now() - (need?.since.getTime() ?? 0)).toBeGreaterThanOrEqual(16 * MINUTE);
  await say('MESSAGE');
  expect(await needOf('STALLED_SESSION', scene.sessionId)).toBeUndefined();
  await agoBy(14, scene);
  expect(await needOf('STALLED_SESSION', scene.sessionId)).toBeUndefined();
});

it('is more patient with a session that no daemon runs', async () => {
  const { sessionId } = await addSession(test.app, test.owner, await addWorkItem(test.app, test.owner));
  await agoBy(3 * 60, { sessionId });
  expect(await needOf('STALLED_SESSION', sessionId)).toBeUndefined();
  await agoBy(5 * 60, { sessionId });
  expect((await needOf('STALLED_SESSION', sessionId))?.clearedBy).toContain('or end it');
});

it('lists a machine gone quiet while sessions run or wait there, once, and not its sessions as stalled', async () => {
  const scene = await launched('desk-5', 'STARTED');
  await agoBy(60, scene);
  const seen = new Date(Date.now() - 46_000);
  const where = { machineId: scene.machine.actor.id };
  await test.app.prisma.machinePresence.update({ where, data: { lastSeenAt: seen } });
  expect(await needOf('QUIET_MACHINE', scene.machine.actor.id)).toMatchObject({
    ...{ title: 'desk-5: 1 session there', since: seen, workItemId: scene.workItemId },
  });
  expect(await needOf('STALLED_SESSION', scene.sessionId)).toBeUndefined();
  await test.app.services.fleet.recordHeartbeat(scene.machine.actor, { instanceId: scene.daemon.instanceId });
  expect(await needOf('QUIET_MACHINE', scene.machine.actor.id)).toBeUndefined();
  await test.app.services.fleet.signOffMachine(scene.machine.actor, { instanceId: scene.daemon.instanceId });
  expect(await needOf('QUIET_MACHINE', scene.machine.actor.id)).toBeDefined();
});

it('tells owners alone of webhooks that were switched off, and not of those a person did', async () => {
  const { app, owner } = test;
  const make = async (name: string) =>
    (await app.services.webhooks.createWebhook(owner, { name, url: 'https://example.com/', idempotencyKey: newKey() }))
      .webhookId;
  const [gone, byPerson] = [await make('gone'), await make('by person')];
  await app.services.webhooks.disableWebhook(owner, { webhookId: byPerson });
  const disabled = { state: 'DISABLED', disabledReason: 'GONE', disabledAt: new Date() } as const;
  await app.prisma.webhook.update({ where: { id: gone }, data: disabled });
  expect((await list('DISABLED_WEBHOOK')).map(({ id }) => id)).toEqual([gone]);
  expect(await count('DISABLED_WEBHOOK')).toBe(1);
  const member = await addMember(app, owner);
  expect(await list('DISABLED_WEBHOOK', member.actor)).toEqual([]);
});

it('pages through what SQL finds, every entry once, and counts it', async () => {
  const { app, owner } = test;
  for (let n = 0; n < 5; n++) {
    const { sessionId } = await addSession(app, owner, await addWorkItem(app, owner));
    await app.services.sessions.endSession(owner, { sessionId, status: 'FAILED', idempotencyKey: newKey() });
  }
  const all = (await list('INCOMPLETE_SESSION')).map(({ id }) => id);
  expect(all).toHaveLength(await count('INCOMPLETE_SESSION'));
  const read: string[] = [];
  for (;;) {
    const page = { kind: 'INCOMPLETE_SESSION', first: 2, after: read.at(-1) ?? null } as const;
    const needs = await app.services.inbox.listNeeds(owner, page);
    if (needs.length === 0) break;
    read.push(...needs.map(({ id }) => id));
  }
  expect(read).toEqual(all);
});

it('shows a session its own work alone, another organisation nothing, and nobody without the scope', async () => {
  const { app, owner } = test;
  const own = await addSession(app, owner, await addWorkItem(app, owner));
  const elsewhere = await addOrganisation(app);
  for (const kind of ['INCOMPLETE_SESSION', 'UNCERTAIN_SESSION', 'STALLED_SESSION', 'QUIET_MACHINE'] as const) {
    expect(await list(kind, own.actor)).toEqual([]);
    expect(await list(kind, elsewhere.actor)).toEqual([]);
    await expect(list(kind, withScopes(owner, 'work.read'))).rejects.toBeInstanceOf(ForbiddenError);
  }
});
