import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConflictError } from '#server/errors.ts';
import { freshKey } from '#tests/support/scenes/seed-work.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

describe('creating a project', () => {
  it('gives a prefix to one of many who ask for it at once, and tells the others that it is taken', async () => {
    const asked = Array.from({ length: 8 }, () =>
      test.app.services.work.createProject(test.owner, {
        keyPrefix: 'ONCE',
        name: 'One of them',
        idempotencyKey: freshKey(),
      }),
    );
    const answers = await Promise.allSettled(asked);
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    expect(refusals).toHaveLength(7);
    for (const refusal of refusals) expect(refusal).toBeInstanceOf(ConflictError);
    const where = { organisationId: test.owner.organisationId, keyPrefix: 'ONCE' };
    expect(await test.app.prisma.project.count({ where })).toBe(1);
  });
});
