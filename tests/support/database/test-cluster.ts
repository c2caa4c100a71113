import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

import { openDatabase } from '#server/db/connect.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { isAlive } from '#server/db/embedded/postmaster-pid.ts';
import { stopPostmaster } from '#server/db/embedded/postmaster.ts';
import { migrate } from '#server/db/migrate.ts';
import { createLogger } from '#server/logger.ts';
import { TEMPLATE, urlOf } from './database-url.ts';

/** Short, for the socket's path must be, whatever TMPDIR says. */
const ROOT = '/tmp';
const NAME_PREFIX = 'kernel-test-';

/** One PostgreSQL with a migrated template, fast because nothing in it outlives the run. */
export interface TestCluster extends AsyncDisposable {
  /** Address of the maintenance database. */
  readonly url: string;
}

/** Starts the cluster, and clears away those of runs that were killed. */
export async function startTestCluster(): Promise<TestCluster> {
  await removeLeftovers();
  const dataDir = join(ROOT, `${NAME_PREFIX}${process.pid}`);
  await mkdir(dataDir);
  // Run by root, PostgreSQL is another user and must pass through.
  await chmod(dataDir, 0o711);
  const embedded = await startEmbedded({ dataDir, durable: false });
  await makeTemplate(embedded.connection);
  return {
    url: urlOf(embedded.connection, 'postgres'),
    async [Symbol.asyncDispose]() {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function makeTemplate(connection: { host: string; port: number; user: string }): Promise<void> {
  const admin = new pg.Client({ ...connection, database: 'postgres' });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  await using template = await openDatabase({ ...connection, database: TEMPLATE }, createLogger({ logLevel: 'error' }));
  await migrate(template, 'prisma/migrations');
}

async function removeLeftovers(): Promise<void> {
  for (const entry of await readdir(ROOT)) {
    const pid = Number(entry.startsWith(NAME_PREFIX) ? entry.slice(NAME_PREFIX.length) : Number.NaN);
    if (!Number.isInteger(pid) || (pid !== process.pid && isAlive(pid))) continue;
    await stopPostmaster(join(ROOT, entry, 'pgdata'));
    await rm(join(ROOT, entry), { recursive: true, force: true });
  }
}
