import { expect, it } from 'vitest';
import { serverProcesses } from '#tests/support/server-process.ts';
import { createTestApp } from '#tests/support/test-app.ts';

it('a running server that a newer one migrated under says so in /readyz, and none of its version starts any more', async () => {
  await using test = await createTestApp();
  const { pool } = test.app.database;
  await pool.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    VALUES ('future', 'x', '9999_future', now())`);
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
}, 60_000);
