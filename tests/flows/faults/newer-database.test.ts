import { expect, it } from 'vitest';
import { addFacts } from '#tests/support/scenes/add-facts.ts';
import { serverProcesses } from '#tests/support/server/server-process.ts';
import { createTestApp } from '#tests/support/server/test-app.ts';

it('a running server that a newer one migrated under says so in /readyz, and none of its version starts any more', async () => {
  await using test = await createTestApp();
  const { pool } = test.app.database;
  await migrateAsANewerServer(test);
  const response = await fetch(`${test.url}/readyz`);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    ready: false,
    migrations: 'newer',
    reason: expect.stringContaining('9999_future') as string,
  });
  await using processes = await serverProcesses();
  expect(await processes.tryStart({ DATABASE_URL: test.databaseUrl })).toMatchObject({ code: 'DATABASE_TOO_NEW' });
  await pool.query(`DELETE FROM _prisma_migrations WHERE id = 'future'`);
  expect((await fetch(`${test.url}/readyz`)).status).toBe(200);
});

it('a running server refuses every command by name once a newer one migrated under it, and changes nothing', async () => {
  await using test = await createTestApp();
  await migrateAsANewerServer(test);
  const create = await fetch(`${test.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${test.ownerToken}` },
    body: JSON.stringify({
      query: `mutation { createProject(input: { keyPrefix: "NEW", name: "New", idempotencyKey: "k" }) { __typename } }`,
    }),
  });
  expect(create.status).toBe(503);
  expect(await create.json()).toMatchObject({
    errors: [{ message: expect.stringContaining('9999_future') as string, extensions: { code: 'SERVER_OUTDATED' } }],
  });
  expect(await test.app.prisma.project.count({ where: { keyPrefix: 'NEW' } })).toBe(0);
});

it('a fact of a kind that only a newer server knows is refused by name, and what does not ask for its kind is answered', async () => {
  await using test = await createTestApp();
  await addFacts(test.app, test.owner, 1);
  await test.app.database.pool.query(`UPDATE "Event" SET "type" = 'future.happened'`);
  const asked = await test.graphql(`{ events(first: 1) { edges { node { type } } } }`);
  expect(asked.errors).toMatchObject([
    { message: expect.stringContaining('future.happened') as string, extensions: { code: 'SERVER_OUTDATED' } },
  ]);
  const rest = await test.graphql(`{ events(first: 1) { edges { node { cursor occurredAt } } } }`);
  expect(rest.errors).toBeUndefined();
});

/** Leaves the mark that a newer build leaves of a migration that this one does not have. */
async function migrateAsANewerServer({ app }: Awaited<ReturnType<typeof createTestApp>>): Promise<void> {
  await app.database.pool.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    VALUES ('future', 'x', '9999_future', now())`);
}
