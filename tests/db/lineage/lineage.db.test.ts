import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Prisma } from '#prisma/generated/client/client.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { addOrganisation, addSession, addWorkItem } from '#tests/support/cast.ts';
import { handoffScene } from '#tests/support/scenes/handoff-scene.ts';
import { watchStatements } from '#tests/support/database/statements.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const lineage = () => test.app.services.lineage;

/** Sessions on a work item of their own, each with the parent named by its place in the list, or none. */
async function family(label: string, parents: readonly (number | null)[]): Promise<string[]> {
  const workItemId = await addWorkItem(test.app, test.owner);
  const idOf = (n: number) => `ses_${label}-${String(n).padStart(4, '0')}`;
  const row = (n: number): Prisma.AgentSessionCreateManyInput => ({
    id: idOf(n),
    organisationId: test.owner.organisationId,
    workItemId,
    runtime: 'codex',
    purpose: 'implement',
    status: 'ACTIVE',
    syncMode: 'METADATA_ONLY',
    registeredAt: new Date(n),
    registeredBy: { ...recordedActor(test.owner) },
  });
  await test.app.prisma.agentSession.createMany({ data: parents.map((_, n) => row(n)) });
  const links = parents.flatMap((parent, n) => (parent === null ? [] : [{ id: idOf(n), parent: idOf(parent) }]));
  await test.app.prisma.$executeRaw`
    UPDATE "AgentSession" SET "parentSessionId" = link."parent"
    FROM unnest(${links.map(({ id }) => id)}::text[], ${links.map(({ parent }) => parent)}::text[]) AS link("id", "parent")
    WHERE "AgentSession"."id" = link."id"`;
  return parents.map((_, n) => idOf(n));
}

/** Statements that look at parents: what the server does by itself meanwhile is none of them. */
async function countQueries(act: () => Promise<unknown>): Promise<number> {
  const statements = watchStatements();
  await act();
  return statements.texts().filter((text) => text.includes('"parentSessionId"')).length;
}

it('names the ancestors of the last of a thousand sessions, nearest first, in one query', async () => {
  const chain = await family(
    'chain',
    Array.from({ length: 1_000 }, (_, n) => (n === 0 ? null : n - 1)),
  );
  const last = chain.at(-1) ?? '';
  let found: string[] = [];
  const queries = await countQueries(async () => {
    found = await lineage().ancestors(test.owner, last, 5_000);
  });
  expect(found).toEqual(chain.slice(0, -1).reverse());
  expect(queries).toBe(1);
  expect(await lineage().ancestors(test.owner, last, 3)).toEqual(chain.slice(-4, -1).reverse());
});

it('names the descendants of the first of a thousand sessions in one query', async () => {
  const chain = await family(
    'line',
    Array.from({ length: 1_000 }, (_, n) => (n === 0 ? null : n - 1)),
  );
  let found: string[] = [];
  const queries = await countQueries(async () => {
    found = await lineage().descendants(test.owner, chain[0] ?? '', 5_000);
  });
  expect(found).toEqual(chain.slice(1));
  expect(queries).toBe(1);
  expect(await lineage().descendants(test.owner, chain[0] ?? '', 2)).toEqual(chain.slice(1, 3));
});

it('tells a tree generation by generation', async () => {
  const tree = await family('tree', [null, 0, 0, 1, 2, 1]);
  const [root = '', ...rest] = tree;
  const [a, b, c, d, e] = rest;
  expect(await lineage().descendants(test.owner, root, 100)).toEqual([a, b, c, e, d]);
  expect(await lineage().ancestors(test.owner, c ?? '', 100)).toEqual([a, root]);
});

it('ends where lineage runs in a circle, and names each session once', async () => {
  const [a = '', b = '', c = ''] = await family('circle', [2, 0, 1]);
  expect(await lineage().ancestors(test.owner, a, 100)).toEqual([c, b]);
  expect(await lineage().descendants(test.owner, a, 100)).toEqual([b, c]);
});

it('tells nothing to another organisation or to a session of other work', async () => {
  const [first = '', second = ''] = await family('kept', [null, 0]);
  const { actor: foreigner } = await addOrganisation(test.app);
  const { actor: elsewhere } = await addSession(test.app, test.owner, await addWorkItem(test.app, test.owner));
  for (const actor of [foreigner, elsewhere]) {
    expect(await lineage().ancestors(actor, second, 100)).toEqual([]);
    expect(await lineage().descendants(actor, first, 100)).toEqual([]);
  }
});

it('draws the lineage of a work item: who handed over, by what, and who went on', async () => {
  const scene = await handoffScene(test);
  await scene.compile();
  const { sessionId } = await scene.newSession();
  await scene.accept(sessionId);
  const { nodes, edges, omitted } = await lineage().lineageOf(test.owner, scene.workItemId);
  expect(nodes.map(({ id, kind, state }) => [id, kind, state])).toEqual([
    [scene.source.sessionId, 'SESSION', 'ACTIVE'],
    [scene.handoffId, 'HANDOFF', 'ACCEPTED'],
    [sessionId, 'SESSION', 'ACTIVE'],
  ]);
  expect(edges).toEqual([
    { kind: 'SOURCE', fromId: scene.source.sessionId, toId: scene.handoffId },
    { kind: 'CONTINUES', fromId: scene.handoffId, toId: sessionId },
    { kind: 'PARENT', fromId: scene.source.sessionId, toId: sessionId },
  ]);
  expect(omitted).toBe(0);
});
