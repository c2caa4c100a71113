import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const cursorOf = (id: string) => Buffer.from(`GPC:S:${id}`).toString('base64');

describe('what is no id of ours', () => {
  it.each([
    '',
    'x',
    'ses_',
    'ses_\0',
    `ses_${'x'.repeat(65)}`,
    '\ud800',
    'x'.repeat(500_000),
    'ses_0198c3aa-0000-7000-8000-000000000000',
  ])('finds no session and no node: %j', async (id) => {
    const session = await test.graphql('query ($id: ID!) { agentSession(id: $id) { id } }', { id });
    expect(session).toEqual({ data: { agentSession: null } });
    const node = await test.graphql('query ($id: ID!) { node(id: $id) { id } }', { id });
    expect(node.data?.['node'] ?? null).toBeNull();
    expect((node.errors ?? []).every(({ extensions }) => extensions.code === 'VALIDATION_FAILED')).toBe(true);
  });

  it.each(['members', 'machines', 'tokens', 'projects', 'workItems'])(
    'is refused inside a cursor of %s',
    async (field) => {
      for (const after of ['zzz', cursorOf('a\0b')]) {
        const answer = await test.graphql(`query ($after: String) { ${field}(after: $after) { edges { cursor } } }`, {
          after,
        });
        expect(['VALIDATION_FAILED', 'BAD_REQUEST']).toContain(answer.errors?.[0]?.extensions.code);
      }
    },
  );
});
