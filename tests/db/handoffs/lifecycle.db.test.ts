import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HandoffState } from '#prisma/generated/client/client.ts';
import {
  IdempotencyKeyMismatchError,
  InvalidTransitionError,
  ValidationError,
  WorkItemClosedError,
} from '#server/errors.ts';
import {
  availableCommands,
  type HandoffCommand,
  handoffCommands,
  handoffTransitions,
} from '#server/handoffs/lifecycle.ts';
import { addWorkItem, newKey } from '#tests/support/cast.ts';
import { handoffScene, type HandoffScene } from '#tests/support/scenes/handoff-scene.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

/** SPEC.md's table once more, with what each cell means. */
const spec: Record<HandoffState, Record<HandoffCommand, [HandoffState | null, string]>> = {
  REQUESTED: {
    COMPILE: ['COMPILED', 'the first package is put on offer'],
    ACCEPT: [null, 'there is nothing to accept yet'],
    REJECT: [null, 'there is nothing to turn down yet'],
    COMPLETE: [null, 'nobody took it on'],
    CANCEL: ['CANCELLED', 'called off before anything was offered'],
  },
  COMPILED: {
    COMPILE: ['COMPILED', 'the record as it stands is put on offer'],
    ACCEPT: ['ACCEPTED', 'a session takes it on'],
    REJECT: ['REJECTED', 'the package is turned down'],
    COMPLETE: [null, 'nobody took it on'],
    CANCEL: ['CANCELLED', 'called off while it waits'],
  },
  REJECTED: {
    COMPILE: ['COMPILED', 'amended and offered again'],
    ACCEPT: [null, 'what was turned down is not on offer'],
    REJECT: [null, 'it is turned down already'],
    COMPLETE: [null, 'nobody took it on'],
    CANCEL: [null, 'a rejection is answered by compiling again'],
  },
  ACCEPTED: {
    COMPILE: [null, 'the session works from exactly this document'],
    ACCEPT: [null, 'a handoff is accepted once'],
    REJECT: [null, 'what was taken on is completed, not refused'],
    COMPLETE: ['COMPLETED', 'the session did what it took on'],
    CANCEL: [null, 'somebody took it on'],
  },
  COMPLETED: over('it is done'),
  CANCELLED: over('it is called off'),
};

function over(why: string): Record<HandoffCommand, [null, string]> {
  return { COMPILE: [null, why], ACCEPT: [null, why], REJECT: [null, why], COMPLETE: [null, why], CANCEL: [null, why] };
}

const run: Record<HandoffCommand, (scene: HandoffScene) => Promise<unknown>> = {
  COMPILE: (scene) => scene.compile(),
  ACCEPT: (scene) => scene.accept(),
  REJECT: (scene) => scene.reject(),
  COMPLETE: ({ handoffId }) =>
    test.app.services.handoffs.completeHandoff(test.owner, { handoffId, idempotencyKey: newKey() }),
  CANCEL: ({ handoffId }) =>
    test.app.services.handoffs.cancelHandoff(test.owner, { handoffId, idempotencyKey: newKey() }),
};

/** The commands that lead from a request to each state. */
const wayTo: Record<HandoffState, HandoffCommand[]> = {
  REQUESTED: [],
  COMPILED: ['COMPILE'],
  REJECTED: ['COMPILE', 'REJECT'],
  ACCEPTED: ['COMPILE', 'ACCEPT'],
  COMPLETED: ['COMPILE', 'ACCEPT', 'COMPLETE'],
  CANCELLED: ['COMPILE', 'CANCEL'],
};

const rowOf = ({ handoffId }: HandoffScene) => test.app.prisma.handoff.findUniqueOrThrow({ where: { id: handoffId } });
const states = Object.keys(spec) as HandoffState[];

describe('the lifecycle of a handoff', () => {
  const cells = states.flatMap((state) =>
    handoffCommands.map((command) => ({ state, command, to: spec[state][command][0], why: spec[state][command][1] })),
  );

  it.each(cells)('$command of a $state handoff leads to $to: $why', async ({ state, command, to }) => {
    expect(handoffTransitions[state][command]).toBe(to);
    const scene = await handoffScene(test);
    for (const step of wayTo[state]) await run[step](scene);
    const before = await rowOf(scene);
    expect(before.state).toBe(state);
    if (to === null) {
      const refused = await run[command](scene).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(InvalidTransitionError);
      expect(refused).toMatchObject({ from: state, command, allowed: availableCommands(state) });
      expect(await rowOf(scene)).toEqual(before);
    } else {
      await run[command](scene);
      expect((await rowOf(scene)).state).toBe(to);
    }
  });

  it('K17 takes a compile when it is requested, compiled or rejected, and in no other state', () => {
    const taking = states.filter((state) => availableCommands(state).includes('COMPILE'));
    expect(taking).toEqual(['REQUESTED', 'COMPILED', 'REJECTED']);
  });

  it('K21 takes a cancel when it is requested or compiled, for good, and keeps its packages', async () => {
    const taking = states.filter((state) => availableCommands(state).includes('CANCEL'));
    expect(taking).toEqual(['REQUESTED', 'COMPILED']);
    const scene = await handoffScene(test);
    const { packageHash } = await scene.compile();
    await run.CANCEL(scene);
    expect(availableCommands('CANCELLED')).toEqual([]);
    const kept = await test.app.prisma.handoffPackage.findMany({ where: { handoffId: scene.handoffId } });
    expect(kept).toMatchObject([{ version: 1, hash: packageHash }]);
  });

  it('holds its invariants under any commands, amendments between them', async () => {
    const step = fc.constantFrom<(HandoffCommand | 'AMEND')[]>(...handoffCommands, 'AMEND', 'COMPILE', 'COMPILE');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const scene = await handoffScene(test);
        for (const next of steps) await stepThrough(scene, next);
        await checkHistory(scene);
      }),
      { ...propertyRuns(15), examples: [[['COMPILE', 'REJECT', 'COMPILE', 'REJECT', 'COMPILE']]] },
    );
  });
});

async function stepThrough(scene: HandoffScene, step: HandoffCommand | 'AMEND'): Promise<void> {
  if (step === 'AMEND') return void (await scene.decide(newKey()));
  const before = await rowOf(scene);
  const eventsBefore = await compiledEvents(scene);
  const to = handoffTransitions[before.state][step];
  if (to === null) {
    await expect(run[step](scene)).rejects.toBeInstanceOf(InvalidTransitionError);
    expect(await rowOf(scene)).toEqual(before);
    return;
  }
  await run[step](scene);
  const after = await rowOf(scene);
  expect(after.state).toBe(to);
  const moved = after.packageHash !== before.packageHash;
  expect(after.packageVersion - before.packageVersion).toBe(moved ? 1 : 0);
  const isOffered = step === 'COMPILE' && (moved || before.state !== after.state);
  expect((await compiledEvents(scene)) - eventsBefore).toBe(isOffered ? 1 : 0);
  if (before.rejectReason !== null) expect(after.rejectReason).not.toBeNull();
}

/** A package is put on offer with an event, a second time too when it was rejected and nothing has moved since. */
function compiledEvents({ handoffId }: HandoffScene): Promise<number> {
  return test.app.prisma.event.count({ where: { handoffId, type: 'handoff.compiled' } });
}

/** Versions without a gap, each with its own hash next to its neighbours'; the last event tells the state; one continuation. */
async function checkHistory(scene: HandoffScene): Promise<void> {
  const { handoffId } = scene;
  const row = await rowOf(scene);
  const packages = await test.app.prisma.handoffPackage.findMany({ where: { handoffId }, orderBy: { version: 'asc' } });
  expect(packages.map((one) => one.version)).toEqual(Array.from({ length: row.packageVersion }, (_, i) => i + 1));
  expect(packages.at(-1)?.hash ?? null).toBe(row.packageHash);
  packages.slice(1).forEach((one, i) => expect(one.hash).not.toBe(packages[i]?.hash));
  const events = await test.app.prisma.event.findMany({ where: { handoffId }, orderBy: { seq: 'asc' } });
  expect(events.at(-1)?.data).toMatchObject({ state: row.state });
  const continuing = await test.app.prisma.agentSession.count({ where: { handoffId } });
  expect(continuing).toBe(row.state === 'ACCEPTED' || row.state === 'COMPLETED' ? 1 : 0);
}

describe('requesting and rejecting', () => {
  it('K15 a rejection leaves the work item as it is and takes a typed reason', async () => {
    const scene = await handoffScene(test);
    await scene.compile();
    const before = await test.app.prisma.workItem.findUniqueOrThrow({ where: { id: scene.workItemId } });
    await scene.reject('no test plan');
    expect(await rowOf(scene)).toMatchObject({ rejectReason: 'MISSING_CONTEXT', rejectNote: 'no test plan' });
    expect(await test.app.prisma.workItem.findUniqueOrThrow({ where: { id: scene.workItemId } })).toEqual(before);
  });

  it('K15 a rejection that names the package it is about is refused when another is on offer, and nothing is written', async () => {
    const scene = await handoffScene(test);
    const { handoffId } = scene;
    const read = (await scene.compile()).packageHash;
    await scene.decide('Use one table.');
    const { packageHash: onOffer } = await scene.compile();
    const before = await rowOf(scene);
    const events = () => test.app.prisma.event.count({ where: { handoffId } });
    const eventsBefore = await events();
    const reject = (packageHash: string | null, idempotencyKey = newKey()) =>
      test.app.services.handoffs.rejectHandoff(test.owner, {
        ...{ handoffId, reason: 'OTHER', packageHash, idempotencyKey },
      });
    await expect(reject(read, 'reject-what-was-read')).rejects.toMatchObject({
      ...{ code: 'STALE_PACKAGE', currentVersion: 2, currentHash: onOffer },
    });
    expect(await rowOf(scene)).toEqual(before);
    expect(await events()).toBe(eventsBefore);
    await reject(onOffer.toUpperCase(), 'reject-what-was-read');
    await expect(reject(null, 'reject-what-was-read')).rejects.toBeInstanceOf(IdempotencyKeyMismatchError);
    expect(await reject(onOffer.toUpperCase(), 'reject-what-was-read')).toEqual({ handoffId });
    expect(await rowOf(scene)).toMatchObject({ state: 'REJECTED', packageVersion: 2 });
    expect(await events()).toBe(eventsBefore + 1);
  });

  it('refuses a handoff of closed work, a runtime that is no name, and a note that is too long', async () => {
    const workItemId = await addWorkItem(test.app, test.owner);
    const request = { workItem: { id: workItemId }, targetRuntime: 'Claude-Code', purpose: 'review' };
    const { handoffs, work } = test.app.services;
    const { handoffId } = await handoffs.requestHandoff(test.owner, { ...request, idempotencyKey: newKey() });
    const handoff = await test.app.prisma.handoff.findUniqueOrThrow({ where: { id: handoffId } });
    expect(handoff).toMatchObject({ targetRuntime: 'claude', sourceSessionId: null, state: 'REQUESTED' });
    const badName = { ...request, targetRuntime: 'no such name', idempotencyKey: newKey() };
    await expect(handoffs.requestHandoff(test.owner, badName)).rejects.toBeInstanceOf(ValidationError);
    const rejection = { handoffId, reason: 'OTHER', note: 'x'.repeat(4_001), idempotencyKey: newKey() } as const;
    await expect(handoffs.rejectHandoff(test.owner, rejection)).rejects.toBeInstanceOf(ValidationError);
    await work.cancelWorkItem(test.owner, { workItem: { id: workItemId }, idempotencyKey: newKey() });
    const late = { ...request, idempotencyKey: newKey() };
    await expect(handoffs.requestHandoff(test.owner, late)).rejects.toBeInstanceOf(WorkItemClosedError);
  });
});
