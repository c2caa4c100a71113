import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Event } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { addMember, newKey } from '#tests/support/cast.ts';
import { watchStatements } from '#tests/support/database/statements.ts';
import { handoffScene, type HandoffScene } from '#tests/support/scenes/handoff-scene.ts';
import { withScopes } from '#tests/support/scenes/seed-work.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
let ada: Actor;
beforeAll(async () => {
  test = await createTestApp();
  ada = (await addMember(test.app, test.owner, 'Ada')).actor;
});
afterAll(() => test[Symbol.asyncDispose]());

const diff = (scene: HandoffScene, fromVersion: number, toVersion: number, actor = test.owner) =>
  test.app.services.handoffs.diffPackageVersions(actor, { handoffId: scene.handoffId, fromVersion, toVersion });
type Change = Awaited<ReturnType<typeof diff>>[number];

/** Of each change its kind, place and text, with the fact that it came from and what the fact is about. */
const told = (changes: readonly Change[]) =>
  changes.map(({ kind, path, before, after, event }) => [
    `${kind} ${path}: ${(kind === 'removed' ? before : after) ?? ''}`,
    event === null ? null : `${event.type} ${aboutOf(event)}`.trim(),
  ]);

function aboutOf({ data }: Event): string {
  const { decisionId, artifactId, blockerId, sessionId, version, fields } = data as Record<string, string | undefined>;
  return String(decisionId ?? artifactId ?? blockerId ?? sessionId ?? version ?? fields ?? '');
}

/** What people do to the work of a scene, as Ada. */
function acts({ workItemId, source: { sessionId } }: HandoffScene) {
  const { work, sessions } = test.app.services;
  const workItem = { id: workItemId };
  const about = () => ({ workItem, idempotencyKey: newKey() });
  const decision = (statement: string, evidence: string[] = []) => ({ statement, rationale: 'because', evidence });
  return {
    decide: async (statement: string) =>
      (await work.recordDecision(ada, { ...about(), ...decision(statement) })).decisionId,
    supersede: async (decisionId: string, statement: string, evidence: string[]) => {
      const input = { decisionId, ...decision(statement, evidence), idempotencyKey: newKey() };
      return (await work.supersedeDecision(ada, input)).decisionId;
    },
    attach: async (title: string, uri: string) =>
      (await work.attachArtifact(ada, { ...about(), type: 'plan', title, uri })).artifactId,
    raise: async (title: string) =>
      (await work.raiseBlocker(ada, { ...about(), title, detail: '', severity: 'HIGH' })).blockerId,
    resolve: (blockerId: string) =>
      work.resolveBlocker(ada, { blockerId, resolution: 'done', idempotencyKey: newKey() }),
    judge: (unmetCriteria: string[]) =>
      work.recordOutcome(ada, { ...about(), summary: 's', metCriteria: [], unmetCriteria, evidence: [] }),
    edit: async (texts: { title?: string; constraints?: string[] }) => {
      const { revision } = await test.app.prisma.workItem.findUniqueOrThrow({ where: workItem });
      await work.updateWorkItem(ada, { workItem, revision, ...texts });
    },
    submit: () => work.submitWorkItem(ada, about()),
    report: (...paths: string[]) =>
      sessions.reportWorkspace(test.owner, {
        sessionId,
        files: paths.map((path) => ({ path, insertions: 1, deletions: 0 })),
      }),
    end: () => sessions.endSession(test.owner, { sessionId, status: 'COMPLETED', idempotencyKey: newKey() }),
  };
}

const criterion = 'Old signatures still verify';

it('names of each change between two packages the event that made it, and who did it when', async () => {
  const scene = await handoffScene(test);
  const { sessionId } = scene.source;
  const act = acts(scene);
  const old = await act.decide('One table');
  await act.attach('Plan', 'https://example.org/plan/1');
  const noAccess = await act.raise('No access');
  await scene.compile();
  await act.report('src/keys.ts');
  const now = await act.supersede(old, 'Two tables', ['https://example.org/bench']);
  const plan2 = await act.attach('Plan', 'https://example.org/plan/2');
  await act.resolve(noAccess);
  const noClock = await act.raise('No clock');
  await act.judge([criterion]);
  await act.edit({ title: 'Rotate all keys', constraints: ['No downtime', 'No new table'] });
  await act.submit();
  await act.end();
  await scene.reject('no test plan');
  await scene.compile(ada, 'Say whether it is safe');

  const changes = await diff(scene, 1, 2);
  expect(told(changes).map(([change, cause]) => [String(change).replace(/: \d{4}-\S+Z /, ': '), cause])).toEqual([
    ['changed work.title: Rotate all keys', 'work_item.updated title,constraints'],
    ['changed work.state: review', 'work_item.state_changed'],
    ['changed state.phase: review', 'work_item.state_changed'],
    ['changed next.objective: Say whether it is safe', 'handoff.compiled 2'],
    ['added constraints: No new table', 'work_item.updated title,constraints'],
    ['added state.completed: work moved from in_progress to review', 'work_item.state_changed'],
    [`added state.completed: codex session ${sessionId} completed: implement`, `session.ended ${sessionId}`],
    ['removed state.unresolved: blocker (high): No access', `blocker.resolved ${noAccess}`],
    ['added state.unresolved: blocker (high): No clock', `blocker.raised ${noClock}`],
    ['added state.unresolved: handoff rejected (missing_context): no test plan', 'handoff.rejected 1'],
    [`added state.unresolved: criterion not met: ${criterion}`, 'outcome.recorded'],
    ['removed decisions: One table', `decision.superseded ${old}`],
    ['added decisions: Two tables', `decision.recorded ${now}`],
    [`changed artifacts[].id: ${plan2}`, `artifact.attached ${plan2}`],
    ['changed artifacts[].version: 2', `artifact.attached ${plan2}`],
    ['changed artifacts[].uri_or_download: https://example.org/plan/2', `artifact.attached ${plan2}`],
    ['removed blockers: No access', `blocker.resolved ${noAccess}`],
    ['added blockers: No clock', `blocker.raised ${noClock}`],
    ['added relevant_files: src/keys.ts', `session.workspace_reported ${sessionId}`],
    ['removed evidence_links: https://example.org/plan/1', `artifact.attached ${plan2}`],
    ['added evidence_links: https://example.org/bench', `decision.recorded ${now}`],
    ['added evidence_links: https://example.org/plan/2', `artifact.attached ${plan2}`],
  ]);
  const superseded = changes.find(({ event }) => event?.type === 'decision.superseded')?.event;
  const { supersededAt } = await test.app.prisma.decision.findUniqueOrThrow({ where: { id: old } });
  expect(superseded).toMatchObject({ actor: { name: 'Ada' }, occurredAt: supersededAt, workItemId: scene.workItemId });
});

it('tells that a rejection goes with the compile that offers the handoff again, and is told so of what a recompile would bring', async () => {
  const scene = await handoffScene(test);
  const other = await handoffScene(test, scene.workItemId);
  await other.compile();
  await scene.compile();
  await scene.reject('no plan');
  await other.reject('no test');
  await scene.compile();
  const preview = await test.app.services.handoffs.previewCompile(test.owner, scene.handoffId);
  expect(told(preview?.changes ?? [])).toEqual([
    ['removed state.unresolved: handoff rejected (missing_context): no plan', 'handoff.compiled 2'],
  ]);
  await other.compile();
  await scene.compile();
  const changes = await diff(scene, 2, 3);
  expect(told(changes)).toEqual([
    ['removed state.unresolved: handoff rejected (missing_context): no plan', 'handoff.compiled 2'],
    ['removed state.unresolved: handoff rejected (missing_context): no test', 'handoff.compiled 2'],
  ]);
  expect(changes.map(({ event }) => event?.handoffId)).toEqual([scene.handoffId, other.handoffId]);
});

it('names the decision of each package though it was recorded while another package was compiled', async () => {
  const scene = await handoffScene(test);
  await Promise.all(
    Array.from({ length: 15 }, (_, n) => (n % 3 === 0 ? scene.compile() : scene.decide(`Decision ${n}`))),
  );
  await scene.compile();
  const { packageVersion: last } = await test.app.prisma.handoff.findUniqueOrThrow({ where: { id: scene.handoffId } });
  const decisions = await test.app.prisma.decision.findMany({ where: { workItemId: scene.workItemId } });
  const named: unknown[] = (await scene.document(1)).decisions.map(({ statement }) => statement);
  for (let version = 2; version <= last; version++) {
    for (const { after, event } of await diff(scene, version - 1, version)) {
      named.push(after);
      expect(event?.data).toEqual({ decisionId: decisions.find(({ statement }) => statement === after)?.id });
    }
  }
  expect(named.toSorted()).toEqual(decisions.map(({ statement }) => statement).toSorted());
});

describe('nothing is named', () => {
  const eventsOf = async (...args: Parameters<typeof diff>) => (await diff(...args)).map(({ event }) => event?.type);

  it('of what only the bound of a list brought in or out, or of one of several reports', async () => {
    const scene = await handoffScene(test);
    const act = acts(scene);
    for (let n = 1; n <= 20; n++) await act.decide(`Decision ${n}`);
    await scene.compile();
    await act.decide('One more');
    await act.report('a.ts');
    await act.report('b.ts');
    await scene.compile();
    expect(told(await diff(scene, 1, 2))).toEqual([
      ['removed decisions: Decision 1', null],
      ['added decisions: One more', expect.stringMatching(/^decision\.recorded/)],
      ['added relevant_files: a.ts', null],
      ['added relevant_files: b.ts', null],
      ['changed truncation.decisions_omitted: 1', null],
    ]);
  });

  it('of packages read backwards, or from before their place in the log was kept, or to who may not read the log', async () => {
    const scene = await handoffScene(test);
    await scene.compile();
    await scene.decide('One table');
    await scene.compile();
    expect(await eventsOf(scene, 1, 2)).toEqual(['decision.recorded']);
    expect(await eventsOf(scene, 2, 1)).toEqual([undefined]);
    expect(await eventsOf(scene, 1, 2, withScopes(test.owner, 'handoff.read'))).toEqual([undefined]);
    await test.app.prisma.$executeRaw`
      UPDATE "HandoffPackage" SET "record" = "record" - 'logEnd' WHERE "handoffId" = ${scene.handoffId} AND "version" = 1`;
    expect(await eventsOf(scene, 1, 2)).toEqual([undefined]);
  });

  it('of facts that are no longer kept, nor of one that may not have been the only one', async () => {
    const scene = await handoffScene(test);
    const act = acts(scene);
    await scene.compile();
    await scene.decide('One table');
    await act.report('a.ts');
    await scene.compile();
    expect(await eventsOf(scene, 1, 2)).toEqual(['decision.recorded', 'session.workspace_reported']);
    const { seq } = await test.app.prisma.event.findFirstOrThrow({
      where: { workItemId: scene.workItemId, type: 'decision.recorded' },
    });
    await test.app.prisma.event.deleteMany({ where: { seq: { lte: seq } } });
    expect(await eventsOf(scene, 1, 2)).toEqual([undefined, undefined]);
  });
});

it('asks the log once, however much differs', async () => {
  const scene = await handoffScene(test);
  const act = acts(scene);
  await scene.compile();
  await act.decide('One table');
  await scene.compile();
  for (let n = 1; n <= 5; n++) await act.decide(`Decision ${n}`);
  await act.edit({ title: 'Rotate all keys' });
  await scene.compile();
  const statements = watchStatements();
  const count = async (from: number, to: number) => {
    statements.clear();
    await diff(scene, from, to);
    return statements.texts().length;
  };
  const counts = [await count(1, 2), await count(1, 3)];
  vi.restoreAllMocks();
  expect(counts).toEqual([2, 2]);
});
