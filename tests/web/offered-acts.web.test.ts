import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkItemState } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Scope } from '#server/auth/scopes.ts';
import { createFakeClock } from '#server/clock.ts';
import { addSession, addWorkItem, newKey } from '#tests/support/cast.ts';
import { goWithin, isTaken, offeredActs, without } from '#tests/support/browser/offered.ts';
import { type WebScene, webScene } from '#tests/support/browser/web-scene.ts';
import { launchScene, type LaunchScene } from '#tests/support/scenes/launch-scene.ts';

let scene: WebScene;
let fleet: LaunchScene;
beforeAll(async () => {
  // Time stands still, so that the machine is there however long the walk takes.
  scene = await webScene({ clock: createFakeClock(new Date()) });
  fleet = await launchScene(scene.test);
});
afterAll(() => scene[Symbol.asyncDispose]());

const services = () => scene.test.app.services;
const key = () => ({ idempotencyKey: newKey() });

/** Work in a state; where its records are acted on, with a decision that stands and a blocker that is open. */
async function workIn(state: WorkItemState, hasRecords = true) {
  const { app, owner } = scene.test;
  const workItem = { id: await addWorkItem(app, owner) };
  const decision = { workItem, statement: 'Two keys', rationale: '', evidence: [], ...key() };
  const blocker = { workItem, title: 'Staging is down', detail: '', severity: 'LOW' as const, ...key() };
  const { decisionId } = hasRecords ? await services().work.recordDecision(owner, decision) : { decisionId: '' };
  const { blockerId } = hasRecords ? await services().work.raiseBlocker(owner, blocker) : { blockerId: '' };
  const { key: name, revision } = await app.prisma.workItem.update({ where: workItem, data: { state } });
  return { workItem, name, revision, decisionId, blockerId };
}
type Command = (person: Actor, work: Awaited<ReturnType<typeof workIn>>) => Promise<unknown>;

const record = { statement: 'S', rationale: '', evidence: [] };
/** By what the page calls it, what each act asks of the server. */
const acts: Readonly<Record<string, Command>> = {
  'Hand off': async (person, { workItem }) => {
    const wanted = { workItem, targetRuntime: 'codex', purpose: 'review', ...key() };
    const { handoffId } = await services().handoffs.requestHandoff(person, wanted);
    return services().handoffs.compileHandoff(person, { handoffId, ...key() });
  },
  'Start session…': (person, { workItem }) =>
    services().fleet.startSession(person, { workItem, runtime: 'codex', workspace: '/work', ...key() }),
  Edit: (person, { workItem, revision }) =>
    services().work.updateWorkItem(person, { workItem, revision, title: 'Another title' }),
  Start: (person, { workItem }) => services().work.startWorkItem(person, { workItem, ...key() }),
  'Mark as blocked': (person, { workItem }) => services().work.blockWorkItem(person, { workItem, ...key() }),
  Unblock: (person, { workItem }) => services().work.unblockWorkItem(person, { workItem, ...key() }),
  'Submit for review': (person, { workItem }) => services().work.submitWorkItem(person, { workItem, ...key() }),
  Complete: (person, { workItem }) => services().work.completeWorkItem(person, { workItem, ...key() }),
  'Cancel the work…': (person, { workItem }) => services().work.cancelWorkItem(person, { workItem, ...key() }),
  Reopen: (person, { workItem }) => services().work.reopenWorkItem(person, { workItem, ...key() }),
  'Record outcome…': (person, { workItem }) =>
    services().work.recordOutcome(person, {
      ...{ workItem, summary: 'S', metCriteria: [], unmetCriteria: [], evidence: [], ...key() },
    }),
  'Record a decision': (person, { workItem }) =>
    services().work.recordDecision(person, { workItem, ...record, ...key() }),
  'Supersede…': (person, { decisionId }) =>
    services().work.supersedeDecision(person, { decisionId, ...record, ...key() }),
  'Raise a blocker': (person, { workItem }) =>
    services().work.raiseBlocker(person, { workItem, title: 'T', detail: '', severity: 'LOW', ...key() }),
  'Resolve…': (person, { blockerId }) =>
    services().work.resolveBlocker(person, { blockerId, resolution: 'R', ...key() }),
  'Attach an artifact': (person, { workItem }) =>
    services().work.attachArtifact(person, {
      workItem,
      type: 'file',
      title: 'T',
      uri: 'https://example.org/t',
      ...key(),
    }),
};
const states: readonly WorkItemState[] = ['OPEN', 'IN_PROGRESS', 'BLOCKED', 'REVIEW', 'COMPLETED', 'CANCELLED'];
const lacks: readonly (Scope | 'nothing')[] = ['nothing', 'work.write', 'handoff.create', 'session.write'];

const onRecords = ['Supersede…', 'Resolve…'];
/** Where the acts stand, with what shows that the tab is there. */
const tabs: Readonly<Record<string, { ready: string; acts: readonly string[] }>> = {
  '': { ready: 'Acceptance criteria', acts: Object.keys(acts).slice(0, 11) },
  blockers: { ready: 'Staging is down', acts: ['Raise a blocker', 'Resolve…'] },
  decisions: { ready: 'Two keys', acts: ['Record a decision', 'Supersede…'] },
  artifacts: { ready: 'No artifacts yet', acts: ['Attach an artifact'] },
};

const isTakenFrom = async (person: Actor, name: string, state: WorkItemState) => {
  const work = await workIn(state, onRecords.includes(name));
  return isTaken(async () => acts[name]?.(person, work));
};

describe('work', () => {
  /** By state, what the server takes from somebody who may do everything. */
  const taken = new Map<WorkItemState, string[]>();
  beforeAll(async () => {
    for (const state of states) {
      const names: string[] = [];
      for (const name of Object.keys(acts)) if (await isTakenFrom(scene.test.owner, name, state)) names.push(name);
      taken.set(state, names);
    }
  });

  it.each(lacks)('offers somebody without %s exactly what the server takes, in every state', async (lack) => {
    const { test } = scene;
    const person = lack === 'nothing' ? test.owner : await without(test, test.owner, lack);
    const refused: string[] = [];
    for (const name of lack === 'nothing' ? [] : Object.keys(acts)) {
      const state = states.find((one) => taken.get(one)?.includes(name));
      if (state === undefined || !(await isTakenFrom(person, name, state))) refused.push(name);
    }
    const page = await scene.open('/settings', person);
    for (const state of states) {
      const { name } = await workIn(state);
      // What stands on the last two tabs does not depend on the state: an open and a closed one tell.
      const visited = Object.entries(tabs).slice(0, ['OPEN', 'COMPLETED'].includes(state) ? 4 : 2);
      const offered = new Set<string>();
      for (const [tab, { ready }] of visited) {
        await goWithin(page, `/work/${name}${tab === '' ? '' : `/${tab}`}`, ready);
        await page.getByRole('main').getByText(name, { exact: true }).waitFor();
        for (const act of await offeredActs(page, tab === '' ? 'Change the state' : undefined)) offered.add(act);
      }
      const there = visited.flatMap(([, tab]) => tab.acts);
      const right = there.filter((act) => taken.get(state)?.includes(act) === true && !refused.includes(act));
      expect([...offered].sort(), state).toEqual(right.sort());
    }
    await page.context().close();
  });
});

describe('a session', () => {
  /** Each on work of its own, with the acts that its page is to offer. */
  const cases: Readonly<Record<string, () => Promise<{ sessionId: string; offers: string[] }>>> = {
    'asked for': async () => ({ ...(await fleet.request()), offers: ['Stop session…'] }),
    running: async () => ({ ...(await running()), offers: ['Stop session…'] }),
    'told to stop': async () => {
      const asked = await running();
      await fleet.stop(asked);
      return { ...asked, offers: [] };
    },
    uncertain: async () => {
      const asked = await fleet.request();
      await fleet.report(asked, (await fleet.claim(asked)).fence, { state: 'UNCERTAIN', detail: 'No word.' });
      return { ...asked, offers: ['Settle it…'] };
    },
    'ended on a machine': async () => {
      const asked = await running();
      await fleet.report(asked, (await fleet.launch(asked)).fence, { state: 'ENDED', exitReason: 'CRASHED' });
      return { ...asked, offers: ['Start another…'] };
    },
    registered: async () => ({ ...(await registered()), offers: ['End session…'] }),
    'ended by itself': async () => {
      const session = await registered();
      await end(scene.test.owner, session.sessionId);
      return { ...session, offers: ['Start another…'] };
    },
  };
  const running = async () => {
    const asked = await fleet.request();
    await fleet.report(asked, (await fleet.claim(asked)).fence, { state: 'STARTED' });
    return asked;
  };
  const registered = async () => {
    const { app, owner } = scene.test;
    return addSession(app, owner, await addWorkItem(app, owner));
  };
  const end = (person: Actor, sessionId: string) =>
    services().sessions.endSession(person, { sessionId, status: 'CANCELLED', ...key() });
  const commands: Readonly<Record<string, (person: Actor, sessionId: string) => Promise<unknown>>> = {
    'Stop session…': (person, sessionId) => services().fleet.stopSession(person, { sessionId, ...key() }),
    'End session…': end,
    'Settle it…': async (person, sessionId) => {
      const { id } = await scene.test.app.prisma.launch.findFirstOrThrow({ where: { agentSessionId: sessionId } });
      return services().fleet.resolveLaunch(person, { launchId: id, resolution: 'ENDED', ...key() });
    },
    'Start another…': async (person, sessionId) => {
      const { workItemId } = await scene.test.app.prisma.agentSession.findUniqueOrThrow({ where: { id: sessionId } });
      const asked = { workItem: { id: workItemId }, runtime: 'codex', workspace: '/work', ...key() };
      return services().fleet.startSession(person, asked);
    },
  };
  let all: Page;
  let reader: Page;
  beforeAll(async () => {
    all = await scene.open('/settings');
    reader = await scene.open('/settings', await without(scene.test, scene.test.owner, 'session.write'));
  });

  it.each(Object.keys(cases))(
    'that is %s offers what its state takes, and nothing to whoever may only look',
    async (name) => {
      const made = await cases[name]?.();
      if (made === undefined) throw new Error('no such case');
      for (const page of [all, reader]) await goWithin(page, `/sessions/${made.sessionId}`, 'Timeline');
      expect(await offeredActs(all)).toEqual(made.offers);
      expect(await offeredActs(reader)).toEqual([]);
      for (const act of made.offers) {
        expect(await isTaken(async () => commands[act]?.(scene.test.owner, made.sessionId)), act).toBe(true);
      }
    },
  );
});

it('nothing complained', () => expect(scene.complaints).toEqual([]));
