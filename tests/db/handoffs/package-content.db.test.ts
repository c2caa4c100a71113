import { afterAll, beforeAll, expect, it } from 'vitest';
import { newKey } from '#tests/support/cast.ts';
import { handoffScene, type HandoffScene } from '#tests/support/scenes/handoff-scene.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const on = ({ workItemId }: HandoffScene) => ({ workItem: { id: workItemId }, idempotencyKey: newKey() });
const attach = (scene: HandoffScene, title: string, uri: string) =>
  test.app.services.work.attachArtifact(test.owner, { ...on(scene), type: 'report', title, uri });

it('K06 a superseded decision never appears', async () => {
  const scene = await handoffScene(test);
  const { decisionId } = await scene.decide('Use one table.');
  await scene.compile();
  await test.app.services.work.supersedeDecision(test.owner, {
    decisionId,
    statement: 'Use two tables.',
    rationale: '',
    evidence: [],
    idempotencyKey: newKey(),
  });
  await scene.compile();
  expect((await scene.document()).decisions.map((one) => one.statement)).toEqual(['Use two tables.']);
});

it('K07 of 25 standing decisions the package has the 20 newest and counts 5 omitted', async () => {
  const scene = await handoffScene(test);
  for (let n = 1; n <= 25; n++) await scene.decide(`Decision ${n}`);
  await scene.compile();
  const { decisions, truncation } = await scene.document();
  expect(decisions.map((one) => one.statement)).toEqual(Array.from({ length: 20 }, (_, i) => `Decision ${25 - i}`));
  expect(truncation.decisions_omitted).toBe(5);
});

it('K08 a title appears once, at its latest version, and titles beyond 20 are counted', async () => {
  const scene = await handoffScene(test);
  for (let n = 1; n <= 21; n++) await attach(scene, `Report ${n}`, `https://ci.example/${n}`);
  for (const version of [2, 3]) await attach(scene, 'Report 1', `https://ci.example/1/${version}`);
  await scene.compile();
  const { artifacts, evidence_links: links, truncation } = await scene.document();
  expect(artifacts).toHaveLength(20);
  expect(artifacts.filter((one) => one.title === 'Report 1')).toMatchObject([
    { version: 3, uri_or_download: 'https://ci.example/1/3', sha256: null },
  ]);
  expect(truncation.artifacts_omitted).toBe(1);
  expect(links).toContain('https://ci.example/1/3');
  expect(links).not.toContain('https://ci.example/1');
});

it('K09 relevant files are in code point order, at most 100, and the rest is counted', async () => {
  const scene = await handoffScene(test);
  const paths = [
    '\u{1F600}.md',
    '\uFF5E.md',
    'Z.md',
    'a.md',
    'é.md',
    ...Array.from({ length: 98 }, (_, i) => `f/${i}.ts`),
  ];
  await test.app.services.sessions.reportWorkspace(test.owner, {
    sessionId: scene.source.sessionId,
    files: paths.map((path) => ({ path, insertions: 1, deletions: 0 })),
  });
  await scene.compile();
  const { relevant_files: files, truncation } = await scene.document();
  expect(files).toHaveLength(100);
  expect(truncation.files_omitted).toBe(3);
  expect(files.slice(0, 2)).toEqual(['Z.md', 'a.md']);
  expect(files).not.toContain('\u{1F600}.md');
});

it('K11 no text of a transcript or a blocker’s detail appears anywhere in the package', async () => {
  const scene = await handoffScene(test);
  const canary = 'CANARY-5b1e';
  await test.app.services.work.raiseBlocker(test.owner, {
    ...on(scene),
    title: 'No access',
    detail: canary,
    severity: 'HIGH',
  });
  await test.app.prisma.sessionEvent.create({
    data: {
      id: test.app.ids.next('sev'),
      organisationId: test.owner.organisationId,
      workItemId: scene.workItemId,
      agentSessionId: scene.source.sessionId,
      position: 1,
      kind: 'MESSAGE',
      occurredAt: new Date(),
      text: canary,
      summary: canary,
    },
  });
  await scene.compile();
  expect(JSON.stringify(await scene.document())).not.toContain(canary);
});

it('K12 every open blocker is in the package and a resolved one is not', async () => {
  const scene = await handoffScene(test);
  const raise = (title: string) =>
    test.app.services.work.raiseBlocker(test.owner, { ...on(scene), title, detail: '', severity: 'CRITICAL' });
  for (let n = 1; n <= 30; n++) await raise(`Blocker ${n}`);
  const { blockerId } = await raise('Gone');
  await test.app.services.work.resolveBlocker(test.owner, { blockerId, resolution: 'done', idempotencyKey: newKey() });
  await scene.compile();
  const { blockers } = await scene.document();
  expect(blockers.map((one) => one.title)).toEqual(Array.from({ length: 30 }, (_, i) => `Blocker ${i + 1}`));
  expect(blockers[0]).toMatchObject({ severity: 'critical', status: 'open' });
});

it('K13 unresolved holds open blockers, rejected handoffs and what the latest outcome marked unmet', async () => {
  const scene = await handoffScene(test);
  const criterion = 'Old signatures still verify';
  const judge = (metCriteria: string[], unmetCriteria: string[]) =>
    test.app.services.work.recordOutcome(test.owner, {
      ...on(scene),
      summary: 's',
      metCriteria,
      unmetCriteria,
      evidence: [],
    });
  await test.app.services.work.raiseBlocker(test.owner, {
    ...on(scene),
    title: 'No access',
    detail: '',
    severity: 'HIGH',
  });
  await judge([], [criterion]);
  const other = await handoffScene(test, scene.workItemId);
  await other.compile();
  await other.reject('no plan');
  await scene.compile();
  expect((await scene.document()).state.unresolved).toEqual([
    'blocker (high): No access',
    'handoff rejected (missing_context): no plan',
    `criterion not met: ${criterion}`,
  ]);
  await judge([criterion], []);
  await scene.compile();
  expect((await scene.document()).state.unresolved).toHaveLength(2);
});

it('tells the history as milestones, each once, in the order of time', async () => {
  const scene = await handoffScene(test);
  const { sessionId } = scene.source;
  await test.app.services.sessions.endSession(test.owner, { sessionId, status: 'COMPLETED', idempotencyKey: newKey() });
  await test.app.services.work.submitWorkItem(test.owner, on(scene));
  await scene.compile();
  const { phase, completed } = (await scene.document()).state;
  expect(phase).toBe('review');
  expect(completed.map((entry) => entry.slice('2026-01-01T00:00:00.000Z '.length))).toEqual([
    'work moved from open to in_progress',
    `codex session ${sessionId} completed: implement`,
    'work moved from in_progress to review',
  ]);
});

it('counts no session as a milestone that ended by itself and completed nothing', async () => {
  const scene = await handoffScene(test);
  const { sessionId: id } = scene.source;
  await test.app.services.sessions.endSession(test.owner, {
    sessionId: id,
    status: 'COMPLETED',
    idempotencyKey: newKey(),
  });
  await test.app.prisma.agentSession.update({ where: { id }, data: { exitReason: 'EXITED_WITHOUT_COMPLETION' } });
  await scene.compile();
  expect((await scene.document()).state.completed).toEqual([
    expect.stringMatching(/ work moved from open to in_progress$/),
  ]);
});

it('names of the source what is known, and nothing else', async () => {
  const scene = await handoffScene(test);
  await scene.compile();
  expect((await scene.document()).source).toEqual({ runtime: 'codex', session_id: scene.source.sessionId });
});
