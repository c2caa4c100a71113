import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canonicalJson } from '#schema/documents/handoff-package/canonical-json.ts';
import { packageHash } from '#schema/documents/handoff-package/package-hash.ts';
import { Prisma } from '#prisma/generated/client/client.ts';
import { ForbiddenError, NotFoundError } from '#server/errors.ts';
import { addMember, addOrganisation, newKey } from '#tests/support/cast.ts';
import { handoffScene, type HandoffScene } from '#tests/support/scenes/handoff-scene.ts';
import { withScopes } from '#tests/support/scenes/seed-work.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const eventsOf = ({ handoffId }: HandoffScene) =>
  test.app.prisma.event.findMany({ where: { handoffId }, orderBy: { seq: 'asc' } });

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

it('lets the title stand in for an objective, and keeps the one that was given', async () => {
  const scene = await handoffScene(test);
  await scene.compile();
  expect((await scene.document()).next).toEqual({ objective: 'Rotate the signing keys', purpose: 'review' });
  expect(await scene.compile(test.owner, 'Say whether it is reversible')).toMatchObject({ result: 'RECOMPILED' });
  expect(await scene.compile()).toMatchObject({ packageVersion: 2, result: 'UNCHANGED' });
  expect((await scene.document()).next.objective).toBe('Say whether it is reversible');
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

it('a package is compiled again from the record as it stood, whatever became of the work since', async () => {
  const { app, owner } = test;
  const scene = await handoffScene(test);
  const { handoffId, workItemId, source } = scene;
  const first = await scene.compile(owner, 'Say if it is safe');
  const { decisionId } = await scene.decide('Sign with RSA');
  await scene.reject();
  const second = await scene.compile();
  const workItem = { id: workItemId };
  await app.services.work.supersedeDecision(owner, {
    ...{ decisionId, statement: 'Sign with Ed25519', rationale: '', evidence: [], idempotencyKey: newKey() },
  });
  const { revision } = await app.prisma.workItem.findUniqueOrThrow({ where: workItem });
  await app.services.work.updateWorkItem(owner, { workItem, revision, goal: 'Another goal' });
  const { sessionId } = source;
  await app.services.sessions.endSession(owner, { sessionId, status: 'COMPLETED', idempotencyKey: newKey() });
  const third = await scene.compile();
  const packages = await app.prisma.handoffPackage.findMany({ where: { handoffId }, orderBy: { version: 'asc' } });
  const recompile = (id: string, actor = owner) => app.services.handoffs.recompilePackage(actor, id);
  expect(await Promise.all(packages.map(({ id }) => recompile(id)))).toEqual(
    [first, second, third].map(({ packageHash: hash }) => hash),
  );
  const id = packages[0]?.id ?? '';
  await expect(recompile(id, (await addOrganisation(app)).actor)).rejects.toThrow(NotFoundError);
  await app.prisma.handoffPackage.update({ where: { id }, data: { record: Prisma.DbNull } });
  expect(await recompile(id)).toBeNull();
});
