import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canonicalJson } from '#schema/documents/handoff-package/canonical-json.ts';
import { packageHash } from '#schema/documents/handoff-package/package-hash.ts';
import { ForbiddenError } from '#server/errors.ts';
import { addMember, newKey } from '#tests/support/cast.ts';
import { handoffScene, type HandoffScene } from '#tests/support/handoff-scene.ts';
import { withScopes } from '#tests/support/seed-work.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const eventsOf = ({ handoffId }: HandoffScene) =>
  test.app.prisma.event.findMany({ where: { handoffId }, orderBy: { seq: 'asc' } });
const on = ({ workItemId }: HandoffScene) => ({ workItem: { id: workItemId }, idempotencyKey: newKey() });
const attach = (scene: HandoffScene, title: string, uri: string) =>
  test.app.services.work.attachArtifact(test.owner, { ...on(scene), type: 'report', title, uri });

it('K01 compiling unchanged work returns the same version and hash, writes nothing and emits no event', async () => {
  const scene = await handoffScene(test);
  const first = await scene.compile();
  expect(first).toMatchObject({ packageVersion: 1, result: 'COMPILED' });
  const before = await test.app.prisma.handoff.findUniqueOrThrow({ where: { id: scene.handoffId } });
  const events = await eventsOf(scene);
  const second = await scene.compile();
  expect(second).toEqual({ ...first, result: 'UNCHANGED' });
  expect(await test.app.prisma.handoff.findUniqueOrThrow({ where: { id: scene.handoffId } })).toEqual(before);
  expect(await test.app.prisma.handoffPackage.count({ where: { handoffId: scene.handoffId } })).toBe(1);
  expect(await eventsOf(scene)).toEqual(events);
});

it('K02 a new decision raises the version by exactly 1 and changes the hash', async () => {
  const scene = await handoffScene(test);
  const first = await scene.compile();
  await scene.decide('Use one table.');
  const second = await scene.compile();
  expect(second).toMatchObject({ packageVersion: 2, result: 'RECOMPILED' });
  expect(second.packageHash).not.toBe(first.packageHash);
  expect((await scene.document(1)).decisions).toHaveLength(0);
  expect((await scene.document(2)).decisions).toMatchObject([{ statement: 'Use one table.' }]);
  const { packageHash: hash } = second;
  expect((await eventsOf(scene)).at(-1)).toMatchObject({
    type: 'handoff.compiled',
    data: { state: 'COMPILED', version: 2, hash },
  });
});

it('K03 the hash is the SHA-256 of the sorted, tight JSON without generated_at, which alone may change', async () => {
  const scene = await handoffScene(test);
  const { packageHash: hash } = await scene.compile();
  const { generated_at: generatedAt, ...hashed } = await scene.document();
  expect(createHash('sha256').update(canonicalJson(hashed)).digest('hex')).toBe(hash);
  expect(generatedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(packageHash({ ...hashed, generated_at: '2030-01-01T00:00:00.000Z' })).toBe(hash);
});

it('K04 two callers who compile the same state get the same hash', async () => {
  const scene = await handoffScene(test);
  const mia = await addMember(test.app, test.owner);
  const first = await scene.compile(scene.source.actor);
  expect(await scene.compile(mia.actor)).toEqual({ ...first, result: 'UNCHANGED' });
  expect(await scene.compile(test.owner)).toEqual({ ...first, result: 'UNCHANGED' });
});

it('K05 a caller without session.read is refused, and no package is stored', async () => {
  const scene = await handoffScene(test);
  for (const held of [['handoff.create'], ['session.read']] as const) {
    await expect(scene.compile(withScopes(test.owner, ...held))).rejects.toBeInstanceOf(ForbiddenError);
  }
  expect(await test.app.prisma.handoffPackage.count({ where: { handoffId: scene.handoffId } })).toBe(0);
});

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

it('K14 the first package after a rejection names it, the next does not, the third is unchanged', async () => {
  const scene = await handoffScene(test);
  await scene.compile();
  await scene.reject('no test plan');
  expect(await scene.compile()).toMatchObject({ packageVersion: 2, result: 'RECOMPILED' });
  expect((await scene.document()).state.unresolved).toEqual(['handoff rejected (missing_context): no test plan']);
  expect(await scene.compile()).toMatchObject({ packageVersion: 3, result: 'RECOMPILED' });
  expect((await scene.document()).state.unresolved).toEqual([]);
  expect(await scene.compile()).toMatchObject({ packageVersion: 3, result: 'UNCHANGED' });
});

it('K16 a handoff compiled after a rejection is compiled and still carries its reason', async () => {
  const scene = await handoffScene(test);
  await scene.compile();
  await scene.reject('no test plan');
  await scene.compile();
  const handoff = await test.app.prisma.handoff.findUniqueOrThrow({ where: { id: scene.handoffId } });
  expect(handoff).toMatchObject({ state: 'COMPILED', rejectReason: 'MISSING_CONTEXT', rejectNote: 'no test plan' });
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

it('lets the title stand in for an objective, and keeps the one that was given', async () => {
  const scene = await handoffScene(test);
  await scene.compile();
  expect((await scene.document()).next).toEqual({ objective: 'Rotate the signing keys', purpose: 'review' });
  expect(await scene.compile(test.owner, 'Say whether it is reversible')).toMatchObject({ result: 'RECOMPILED' });
  expect(await scene.compile()).toMatchObject({ packageVersion: 2, result: 'UNCHANGED' });
  expect((await scene.document()).next.objective).toBe('Say whether it is reversible');
});

it('names of the source what is known, and nothing else', async () => {
  const scene = await handoffScene(test);
  await scene.compile();
  expect((await scene.document()).source).toEqual({ runtime: 'codex', session_id: scene.source.sessionId });
});

it('gives the first answer to a repeated compile even when the work moved since', async () => {
  const scene = await handoffScene(test);
  const request = { handoffId: scene.handoffId, idempotencyKey: newKey() };
  const first = await test.app.services.handoffs.compileHandoff(test.owner, request);
  await scene.decide('Use one table.');
  expect(await test.app.services.handoffs.compileHandoff(test.owner, request)).toEqual(first);
});

it('lets two compiles at once come to one package', async () => {
  const scene = await handoffScene(test);
  const answers = await Promise.all(Array.from({ length: 6 }, () => scene.compile()));
  expect(answers.map((answer) => answer.result).sort()).toEqual(['COMPILED', ...Array<string>(5).fill('UNCHANGED')]);
  expect(new Set(answers.map((answer) => `${answer.packageVersion} ${answer.packageHash}`)).size).toBe(1);
});

it('says before a compile whether the work has moved, and what changed', async () => {
  const scene = await handoffScene(test);
  const preview = () => test.app.services.handoffs.previewCompile(test.owner, scene.handoffId);
  expect(await preview()).toBeNull();
  const { packageHash: hash } = await scene.compile();
  expect(await preview()).toEqual({ hasMoved: false, wouldBeHash: hash, changes: [] });
  await scene.decide('Use one table.');
  const moved = await preview();
  expect(moved).toMatchObject({
    hasMoved: true,
    changes: [{ kind: 'added', section: 'decisions', after: 'Use one table.' }],
  });
  expect((await scene.compile()).packageHash).toBe(moved?.wouldBeHash);
  await scene.accept();
  expect(await preview()).toBeNull();
});
