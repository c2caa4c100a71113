import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentSessionStatus } from '#prisma/generated/client/client.ts';
import {
  ForbiddenError,
  InvalidTransitionError,
  NotFoundError,
  SessionEndedError,
  SessionNotEligibleError,
} from '#server/errors.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { continueFromHandoff } from '#server/sessions/continue-from-handoff.ts';
import type { SessionEnd } from '#server/sessions/finish-session.ts';
import { hasEnded, type SessionCommand, sessionTransitions } from '#server/sessions/lifecycle.ts';
import { addMachine, addOrganisation, addSession, addWorkItem, newKey } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const newSession = async () => addSession(test.app, test.owner, await addWorkItem(test.app, test.owner));
const end = (sessionId: string, status: SessionEnd = 'COMPLETED', actor = test.owner, idempotencyKey = newKey()) =>
  test.app.services.sessions.endSession(actor, { sessionId, status, reason: 'done', idempotencyKey });

/** SPEC.md's table once more, with what each cell means. */
const spec: Record<AgentSessionStatus, Record<SessionCommand, [AgentSessionStatus | null, string]>> = {
  REQUESTED: {
    LAUNCH: ['STARTING', 'the machine took the request'],
    ACTIVATE: ['ACTIVE', 'the runtime answered before anybody saw it start'],
    COMPLETE: [null, 'what never ran completes nothing'],
    FAIL: ['FAILED', 'the machine could not take it'],
    CANCEL: ['CANCELLED', 'called off before it began'],
  },
  STARTING: {
    LAUNCH: [null, 'one request, one launch'],
    ACTIVATE: ['ACTIVE', 'the runtime answered'],
    COMPLETE: [null, 'what never ran completes nothing'],
    FAIL: ['FAILED', 'the launch failed'],
    CANCEL: ['CANCELLED', 'called off while it began'],
  },
  ACTIVE: {
    LAUNCH: [null, 'it runs already'],
    ACTIVATE: [null, 'it runs already'],
    COMPLETE: ['COMPLETED', 'it ended by itself'],
    FAIL: ['FAILED', 'it ended by an error'],
    CANCEL: ['CANCELLED', 'called off while it ran'],
  },
  COMPLETED: ended(),
  FAILED: ended(),
  CANCELLED: ended(),
};

function ended(): Record<SessionCommand, [null, string]> {
  const cell: [null, string] = [null, 'an ended session stays as it ended'];
  return { LAUNCH: cell, ACTIVATE: cell, COMPLETE: cell, FAIL: cell, CANCEL: cell };
}

describe('the lifecycle of a session', () => {
  const cells = Object.entries(spec).flatMap(([from, row]) =>
    Object.entries(row).map(([command, [to, why]]) => ({ from, command, to, why })),
  );
  it.each(cells)('$from takes $command to $to: $why', ({ from, command, to }) => {
    expect(sessionTransitions[from as AgentSessionStatus][command as SessionCommand]).toBe(to);
  });

  it('ends in three statuses', () => {
    const statuses = Object.keys(spec) as AgentSessionStatus[];
    expect(statuses.filter(hasEnded)).toEqual(['COMPLETED', 'FAILED', 'CANCELLED']);
  });
});

describe('ending a session', () => {
  it.each(['COMPLETED', 'FAILED', 'CANCELLED'] as const)('as %s keeps its reason and its time', async (status) => {
    const { sessionId } = await newSession();
    await end(sessionId, status);
    const session = await test.app.prisma.agentSession.findUniqueOrThrow({ where: { id: sessionId } });
    expect(session).toMatchObject({ status, endReason: 'done', endedAt: expect.any(Date) as Date });
    const event = await test.app.prisma.event.findFirstOrThrow({
      where: { agentSessionId: sessionId, type: 'session.ended' },
    });
    expect(event.data).toEqual({ sessionId, from: 'ACTIVE', status });
  });

  it('gives the first answer to a repeated request, and refuses another end', async () => {
    const { sessionId } = await newSession();
    const key = newKey();
    expect(await end(sessionId, 'COMPLETED', test.owner, key)).toEqual(
      await end(sessionId, 'COMPLETED', test.owner, key),
    );
    await expect(end(sessionId, 'FAILED')).rejects.toMatchObject({
      code: 'INVALID_TRANSITION',
      from: 'COMPLETED',
      allowed: [],
    });
  });

  it('of two ends at once lets one win', async () => {
    const { sessionId } = await newSession();
    const settled = await Promise.allSettled([end(sessionId, 'COMPLETED'), end(sessionId, 'FAILED')]);
    const refusals = settled.filter((one) => one.status === 'rejected');
    expect(refusals).toHaveLength(1);
    expect(refusals[0]?.reason).toBeInstanceOf(InvalidTransitionError);
    expect(await test.app.prisma.event.count({ where: { agentSessionId: sessionId, type: 'session.ended' } })).toBe(1);
  });

  it('is for the session itself, its own machine and members', async () => {
    const workItemId = await addWorkItem(test.app, test.owner);
    const machine = await addMachine(test.app, test.owner, 'build-1');
    const elsewhere = await addMachine(test.app, test.owner, 'build-2');
    const one = await addSession(test.app, machine.actor, workItemId);
    const two = await addSession(test.app, test.owner, workItemId);
    await expect(end(one.sessionId, 'FAILED', two.actor)).rejects.toBeInstanceOf(ForbiddenError);
    await expect(end(one.sessionId, 'FAILED', elsewhere.actor)).rejects.toBeInstanceOf(ForbiddenError);
    await expect(end(two.sessionId, 'FAILED', machine.actor)).rejects.toBeInstanceOf(ForbiddenError);
    const stranger = await addOrganisation(test.app);
    await expect(end(one.sessionId, 'FAILED', stranger.actor)).rejects.toBeInstanceOf(NotFoundError);
    await end(one.sessionId, 'FAILED', machine.actor);
    await end(two.sessionId, 'COMPLETED', two.actor);
  });

  it('refuses reports from then on', async () => {
    const { sessionId } = await newSession();
    await end(sessionId);
    const files = [{ path: 'a.ts', insertions: 1, deletions: 0 }];
    const events = [{ kind: 'TOOL', occurredAt: new Date() }] as const;
    await expect(test.app.services.sessions.reportWorkspace(test.owner, { sessionId, files })).rejects.toBeInstanceOf(
      SessionEndedError,
    );
    await expect(
      test.app.services.sessions.recordSessionEvents(test.owner, { sessionId, events, idempotencyKey: newKey() }),
    ).rejects.toBeInstanceOf(SessionEndedError);
  });
});

describe('continuing from a handoff', () => {
  const handoffFrom = (workItemId: string, sourceSessionId: string) =>
    test.app.prisma.handoff.create({
      data: {
        id: test.app.ids.next('hof'),
        organisationId: test.owner.organisationId,
        ...{ workItemId, sourceSessionId, targetRuntime: 'claude', purpose: 'review', objective: 'review it' },
        state: 'COMPILED',
        requestedAt: new Date(),
        requestedBy: { kind: 'member', id: test.owner.id, name: test.owner.name },
      },
    });
  const proceed = async (sessionId: string, handoff: { id: string; sourceSessionId: string | null }) => {
    const session = await test.app.prisma.agentSession.findUniqueOrThrow({ where: { id: sessionId } });
    await inTransaction(test.app, (tx) => continueFromHandoff(tx, { session, handoff }));
    return test.app.prisma.agentSession.findUniqueOrThrow({ where: { id: sessionId } });
  };

  it('writes the handoff, and its source as parent', async () => {
    const workItemId = await addWorkItem(test.app, test.owner);
    const source = await addSession(test.app, test.owner, workItemId);
    const destination = await addSession(test.app, test.owner, workItemId, 'claude');
    const handoff = await handoffFrom(workItemId, source.sessionId);
    const session = await proceed(destination.sessionId, handoff);
    expect(session).toMatchObject({ handoffId: handoff.id, parentSessionId: source.sessionId });
  });

  it('K19 keeps a parent that was stated at registration', async () => {
    const workItemId = await addWorkItem(test.app, test.owner);
    const source = await addSession(test.app, test.owner, workItemId);
    const stated = await addSession(test.app, test.owner, workItemId);
    const { sessionId } = await test.app.services.sessions.registerSession(test.owner, {
      workItem: { id: workItemId },
      ...{ runtime: 'claude', purpose: 'review', parentSessionId: stated.sessionId, idempotencyKey: newKey() },
    });
    const session = await proceed(sessionId, await handoffFrom(workItemId, source.sessionId));
    expect(session.parentSessionId).toBe(stated.sessionId);
  });

  it('refuses a session that has ended or continues another handoff by now', async () => {
    const workItemId = await addWorkItem(test.app, test.owner);
    const source = await addSession(test.app, test.owner, workItemId);
    const destination = await addSession(test.app, test.owner, workItemId);
    await proceed(destination.sessionId, await handoffFrom(workItemId, source.sessionId));
    const second = await handoffFrom(workItemId, source.sessionId);
    await expect(proceed(destination.sessionId, second)).rejects.toMatchObject({ reason: 'ALREADY_CONTINUES' });
    const gone = await addSession(test.app, test.owner, workItemId);
    await end(gone.sessionId);
    const refused = proceed(gone.sessionId, second);
    await expect(refused).rejects.toBeInstanceOf(SessionNotEligibleError);
    await expect(refused).rejects.toMatchObject({ reason: 'NOT_ACTIVE' });
  });
});
