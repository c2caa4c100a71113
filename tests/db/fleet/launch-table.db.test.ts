import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LaunchState } from '#prisma/generated/client/client.ts';
import { InvalidTransitionError } from '#server/errors.ts';
import { type LaunchCommand, launchCommands, launchTransitions } from '#server/fleet/launches/lifecycle.ts';
import { type LaunchScene, launchScene, type Requested } from '#tests/support/scenes/launch-scene.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
let scene: LaunchScene;
beforeAll(async () => {
  test = await createTestApp();
  scene = await launchScene(test);
});
afterAll(() => test[Symbol.asyncDispose]());

/** SPEC.md's table once more, with what each cell means. */
const spec: Record<LaunchState, Record<LaunchCommand, [LaunchState | null, string]>> = {
  REQUESTED: {
    CLAIM: ['CLAIMED', 'a daemon takes it up'],
    START: [null, 'nobody has taken it up'],
    END: ['ENDED', 'called off before anybody took it up'],
    LOSE: [null, 'nobody has taken it up, so nothing can be lost'],
    RELAUNCH: [null, 'it is certain that nothing runs'],
  },
  CLAIMED: {
    CLAIM: ['CLAIMED', 'the same claimant lost the answer'],
    START: ['STARTED', 'its process was started'],
    END: ['ENDED', 'it could not be started'],
    LOSE: ['UNCERTAIN', 'the daemon cannot tell whether it was started'],
    RELAUNCH: [null, 'its daemon has it'],
  },
  STARTED: {
    CLAIM: [null, 'it has a process'],
    START: ['STARTED', 'a repeated report is no news'],
    END: ['ENDED', 'its process ended'],
    LOSE: ['UNCERTAIN', 'the daemon cannot tell whether it still runs'],
    RELAUNCH: [null, 'it has a process'],
  },
  ENDED: {
    CLAIM: [null, 'it is over'],
    START: [null, 'it is over'],
    END: [null, 'it is over'],
    LOSE: [null, 'it is over'],
    RELAUNCH: [null, 'it is over'],
  },
  UNCERTAIN: {
    CLAIM: [null, 'it may have a process'],
    START: ['STARTED', 'evidence came that it runs'],
    END: ['ENDED', 'evidence came that it ended'],
    LOSE: ['UNCERTAIN', 'still nobody can tell'],
    RELAUNCH: ['REQUESTED', 'a person found that nothing ever ran'],
  },
};

/** Brings a fresh launch into a state; its fence is 1 once it was claimed, with this claim token. */
const CLAIM_TOKEN = 'the-token-of-the-first-claim';
const reach: Record<LaunchState, (requested: Requested) => Promise<unknown>> = {
  REQUESTED: async () => undefined,
  CLAIMED: (requested) => scene.claim(requested, CLAIM_TOKEN),
  STARTED: async (requested) => {
    await reach.CLAIMED(requested);
    await run.START(requested);
  },
  ENDED: async (requested) => {
    await reach.CLAIMED(requested);
    await run.END(requested);
  },
  UNCERTAIN: async (requested) => {
    await reach.CLAIMED(requested);
    await run.LOSE(requested);
  },
};

const fenceOf = async (requested: Requested) => (await scene.launch(requested)).fence;
const run: Record<LaunchCommand, (requested: Requested) => Promise<unknown>> = {
  CLAIM: (requested) => scene.claim(requested, CLAIM_TOKEN),
  START: async (requested) => scene.report(requested, await fenceOf(requested), { state: 'STARTED' }),
  END: async (requested) =>
    scene.report(requested, await fenceOf(requested), { state: 'ENDED', exitReason: 'CRASHED' }),
  LOSE: async (requested) => scene.report(requested, await fenceOf(requested), { state: 'UNCERTAIN' }),
  RELAUNCH: (requested) => scene.resolve(requested, 'RELAUNCH'),
};

describe.each(Object.keys(spec) as LaunchState[])('a launch that is %s', (from) => {
  it.each(launchCommands)('takes %s as SPEC.md says', async (command) => {
    const [to, why] = spec[from][command];
    expect(launchTransitions[from][command], why).toBe(to);
    const requested = await scene.request();
    await reach[from](requested);
    const facts = () => test.app.prisma.event.count({ where: { agentSessionId: requested.sessionId } });
    const before = await facts();
    if (to === null) {
      await expect(run[command](requested), why).rejects.toThrow(InvalidTransitionError);
      expect(await facts()).toBe(before);
    } else {
      await run[command](requested);
    }
    expect((await scene.launch(requested)).state, why).toBe(to ?? from);
  });
});
