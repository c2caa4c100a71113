import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSession, addWorkItem, newKey } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

interface Events {
  readonly totalCount: number;
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly position: number } }[];
}

describe('a timeline', () => {
  it('is opened anywhere, by an offset or a cursor, and tells how many there are', async () => {
    const { app, owner } = test;
    const workItemId = await addWorkItem(app, owner);
    const [{ sessionId }, { sessionId: other }] = [
      await addSession(app, owner, workItemId),
      await addSession(app, owner, workItemId),
    ];
    const kinds = ['TOOL', 'MESSAGE', 'TOOL', 'USAGE', 'TOOL', 'MESSAGE'] as const;
    const events = kinds.map((kind) => ({ kind, occurredAt: new Date() }));
    for (const id of [sessionId, other])
      await app.services.sessions.recordSessionEvents(owner, { sessionId: id, events, idempotencyKey: newKey() });
    const ask = async (args: string, id = sessionId) => {
      const fields = 'totalCount edges { cursor node { position } } pageInfo { hasNextPage hasPreviousPage }';
      const { data, errors } = await test.graphql<{ agentSession: { events: Events } | null }>(
        `query ($id: ID!) { agentSession(id: $id) { events(${args}) { ${fields} } } }`,
        { id },
      );
      const events = data?.agentSession?.events;
      const positions = events?.edges.map(({ node }) => node.position);
      return { positions, total: events?.totalCount, cursors: events?.edges.map(({ cursor }) => cursor), errors };
    };
    const all = await ask('first: 6');
    expect(all).toMatchObject({ positions: [1, 2, 3, 4, 5, 6], total: 6 });
    const after = (at: number) => `after: "${all.cursors?.[at] ?? ''}"`;
    expect(await ask('first: 2, offset: 3')).toMatchObject({ positions: [4, 5], total: 6 });
    expect(await ask('first: 2, offset: 1, kinds: [TOOL]')).toMatchObject({ positions: [3, 5], total: 3 });
    expect(await ask(`first: 2, ${after(1)}`)).toMatchObject({ positions: [3, 4], total: 6 });
    expect(await ask(`first: 2, ${after(1)}, offset: 1`)).toMatchObject({ positions: [4, 5] });
    expect(await ask(`first: 9, ${after(0)}, kinds: [TOOL]`)).toMatchObject({ positions: [3, 5], total: 3 });
    expect(await ask(`last: 2, ${after(4).replace('after', 'before')}`)).toMatchObject({ positions: [3, 4] });
    expect(await ask('last: 2, offset: 1')).toMatchObject({ positions: [4, 5] });
    expect(await ask('first: 2, offset: 9')).toMatchObject({ positions: [], total: 6 });
    expect(await ask(`first: 2, ${after(1)}`, other)).toMatchObject({ positions: [], total: 6 });
    expect((await ask('first: 2, offset: -1')).errors?.[0]?.extensions.code).toBe('VALIDATION_FAILED');
  });
});
