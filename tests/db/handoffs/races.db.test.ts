import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageHash } from '#schema/documents/handoff-package/package-hash.ts';
import { InvalidTransitionError, StalePackageError } from '#server/errors.ts';
import { newKey } from '#tests/support/cast.ts';
import { handoffScene, type HandoffScene } from '#tests/support/scenes/handoff-scene.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const packagesOf = ({ handoffId }: HandoffScene) =>
  test.app.prisma.handoffPackage.findMany({ where: { handoffId }, orderBy: { version: 'asc' } });

it('has a decision made during a compile in the package whole or not at all, and never loses it again', async () => {
  const scene = await handoffScene(test);
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => (n % 3 === 0 ? scene.compile() : scene.decide(`Decision ${n}`))),
  );
  await scene.compile();
  let before: string[] = [];
  for (const { version, hash } of await packagesOf(scene)) {
    const document = await scene.document(version);
    expect(packageHash(document)).toBe(hash);
    const statements = document.decisions.map((decision) => decision.statement);
    expect(statements).toEqual(expect.arrayContaining(before));
    before = statements;
  }
  expect(before).toHaveLength(8);
});

it('lets a session work from exactly the package that it accepted, when a compile comes at the same time', async () => {
  for (let round = 0; round < 5; round++) {
    const scene = await handoffScene(test);
    const { packageHash: reviewed } = await scene.compile();
    const { sessionId: toSessionId } = await scene.newSession();
    await scene.decide('Use one table.');
    const input = { handoffId: scene.handoffId, packageHash: reviewed, toSessionId, idempotencyKey: newKey() };
    const [compiled, accepted] = await Promise.allSettled([
      scene.compile(),
      test.app.services.handoffs.acceptHandoff(test.owner, input),
    ]);
    const handoff = await test.app.prisma.handoff.findUniqueOrThrow({ where: { id: scene.handoffId } });
    if (accepted.status === 'fulfilled') {
      expect(handoff).toMatchObject({ state: 'ACCEPTED', packageVersion: 1, packageHash: reviewed });
      expect(compiled).toMatchObject({ status: 'rejected', reason: expect.any(InvalidTransitionError) as unknown });
    } else {
      expect(accepted.reason).toBeInstanceOf(StalePackageError);
      expect(handoff).toMatchObject({ state: 'COMPILED', packageVersion: 2 });
    }
  }
});

it('answers one of two requests with the same key at once, and the other with the same or a call to retry', async () => {
  const scene = await handoffScene(test);
  const request = { handoffId: scene.handoffId, idempotencyKey: newKey() };
  const compile = () => test.app.services.handoffs.compileHandoff(test.owner, request);
  const [one, two] = await Promise.allSettled([compile(), compile()]);
  const settled = [one, two].filter((answer) => answer.status === 'fulfilled');
  const refused = [one, two].filter((answer) => answer.status === 'rejected');
  expect(settled.length).toBeGreaterThanOrEqual(1);
  refused.forEach((answer) => expect(answer.reason).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' }));
  expect(await compile()).toEqual(settled[0]?.value);
  expect(await packagesOf(scene)).toHaveLength(1);
});
