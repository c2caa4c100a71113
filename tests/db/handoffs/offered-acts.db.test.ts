import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackageAct, packageActs } from '#client/web/handoffs/acts/package-acts.ts';
import type { Actor } from '#server/auth/actor.ts';
import { type Scope, scopes } from '#server/auth/scopes.ts';
import { availableCommands } from '#server/handoffs/lifecycle.ts';
import { addMachine, newKey } from '#tests/support/cast.ts';
import { signOnDaemon } from '#tests/support/scenes/fleet.ts';
import { handoffScene, type HandoffScene } from '#tests/support/scenes/handoff-scene.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  const machine = await addMachine(test.app, test.owner, 'laptop');
  await (await signOnDaemon(test.app, machine.actor)).serve('claude');
});
afterAll(() => test[Symbol.asyncDispose]());

/** How a handoff comes into each of its states. */
const ways: Readonly<Record<string, (story: HandoffScene) => Promise<unknown>>> = {
  REQUESTED: async () => {},
  COMPILED: (story) => story.compile(),
  REJECTED: async (story) => [await story.compile(), await story.reject()],
  ACCEPTED: async (story) => [await story.compile(), await story.accept()],
  COMPLETED: async (story) => [await story.compile(), await story.accept(), await run(story, 'complete', test.owner)],
  CANCELLED: async (story) => [await story.compile(), await run(story, 'cancel', test.owner)],
};
/** The person with everything, and without each scope that an act can need. */
const without: readonly (Scope | 'nothing')[] = ['nothing', 'handoff.create', 'handoff.accept', 'session.write'];
const acts: readonly PackageAct[] = ['accept', 'start', 'complete', 'reject', 'compile', 'cancel'];

const personWithout = (missing: Scope | 'nothing'): Actor => ({
  ...test.owner,
  scopes: new Set(scopes.filter((scope) => scope !== missing)),
});

/** The acts that the page offers, as it would read the handoff now. */
async function offered({ handoffId }: HandoffScene, person: Actor): Promise<readonly PackageAct[]> {
  const handoff = await test.app.prisma.handoff.findUniqueOrThrow({
    where: { id: handoffId },
    include: { workItem: true, toSession: true },
  });
  const { state, packageVersion, workItem, toSession } = handoff;
  const can = (...wanted: readonly string[]) => wanted.every((scope) => person.scopes.has(scope as Scope));
  return packageActs(
    {
      ...{ state, packageVersion, workItem },
      availableCommands: availableCommands(state),
      package: packageVersion === null ? null : { version: packageVersion },
      toSession: toSession && { endedAt: toSession.endedAt?.toISOString() ?? null },
    },
    { can, mayStart: can('session.write', 'handoff.read', 'work.read') },
  ).filter((act) => act !== 'briefing');
}

async function run(story: HandoffScene, act: PackageAct, person: Actor) {
  const { handoffId, workItemId } = story;
  const { handoffs, fleet } = test.app.services;
  const input = { handoffId, idempotencyKey: newKey() };
  const packageHash = (await test.app.prisma.handoff.findUniqueOrThrow({ where: { id: handoffId } })).packageHash ?? '';
  if (act === 'accept') {
    const { sessionId } = await story.newSession();
    return handoffs.acceptHandoff(person, { ...input, packageHash, toSessionId: sessionId });
  }
  if (act === 'start') {
    return fleet.startSession(person, { ...input, packageHash, workItem: { id: workItemId }, workspace: '/work' });
  }
  if (act === 'reject') return handoffs.rejectHandoff(person, { ...input, reason: 'SUPERSEDED' });
  if (act === 'complete') return handoffs.completeHandoff(person, input);
  if (act === 'cancel') return handoffs.cancelHandoff(person, input);
  return handoffs.compileHandoff(person, input);
}

describe.each(Object.keys(ways))('on the page of a handoff that is %s', (state) => {
  const story = async () => {
    const made = await handoffScene(test);
    await ways[state]?.(made);
    return made;
  };

  it('every act that is offered is taken', async () => {
    for (const act of await offered(await story(), test.owner)) await run(await story(), act, test.owner);
  });

  it.each(without)('every act that is not offered, to a person without %s, would be refused', async (missing) => {
    const person = personWithout(missing);
    const made = await story();
    const shown = await offered(made, person);
    // A session that took the package on is at work: another one could be asked for, but nobody needs it.
    const hidden = acts.filter((act) => !shown.includes(act) && !(act === 'start' && state === 'ACCEPTED'));
    for (const act of hidden) {
      await expect(run(made, act, person), act).rejects.toMatchObject({
        code: expect.stringMatching(/^(INVALID_TRANSITION|FORBIDDEN|HANDOFF_|STALE_PACKAGE)/) as string,
      });
    }
  });
});
