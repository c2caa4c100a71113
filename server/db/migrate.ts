import { randomUUID } from 'node:crypto';
import type pg from 'pg';

import { StartupError } from '../startup-error.ts';
import type { Database } from './connect.ts';
import { type Migration, readMigrations } from './read-migrations.ts';

/** The advisory lock that Prisma's own `migrate` takes, so that the two never work at once. */
const MIGRATION_LOCK = 72_707_369;
/** Longest wait for another server's migrations. */
const LOCK_TIMEOUT_MS = 120_000;
const UNDEFINED_TABLE = '42P01';
const LOCK_NOT_AVAILABLE = '55P03';

/** Prisma's own table, so that `prisma migrate status` agrees with what is done here. */
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

interface Applied {
  readonly name: string;
  readonly checksum: string;
  readonly finished: boolean;
}

/**
 * Brings the database to the state of this build: applies what it lacks of the folder `migrationsDir`, in order of
 * name, each migration in a transaction of its own that also records it. Servers that start together take turns.
 * Returns the names applied now.
 * @throws {StartupError} when a migration fails, was edited after it was applied, failed earlier, or is unknown here.
 */
export async function migrate(database: Pick<Database, 'pool'>, migrationsDir: string): Promise<string[]> {
  const migrations = readMigrations(migrationsDir);
  const client = await database.pool.connect();
  try {
    await lock(client);
    await client.query(CREATE_TABLE);
    const lacking = compare(migrations, await readApplied(client));
    for (const migration of lacking) await apply(client, migration);
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await client.query('RESET lock_timeout');
    client.release();
    return lacking.map(({ name }) => name);
  } catch (error) {
    // Closing the connection gives up the lock, whatever state it is in.
    client.release(true);
    throw error;
  }
}

/** How the database differs from a build that knows the migrations named: what it lacks, and what a newer build added. */
export async function migrationGaps(
  database: Pick<Database, 'pool'>,
  known: readonly string[],
): Promise<{ pending: string[]; unknown: string[] }> {
  const applied = await readApplied(database.pool);
  const finished = new Set(applied.filter((migration) => migration.finished).map(({ name }) => name));
  return {
    pending: known.filter((name) => !finished.has(name)),
    unknown: applied.map(({ name }) => name).filter((name) => !known.includes(name)),
  };
}

async function lock(client: pg.PoolClient): Promise<void> {
  await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  } catch (error) {
    if ((error as pg.DatabaseError).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new StartupError(
      'MIGRATIONS_BUSY',
      'Another process has been migrating the database for two minutes.',
      'Wait until it is done, or end it, and start again.',
      { cause: error },
    );
  }
}

async function readApplied(client: pg.PoolClient | pg.Pool): Promise<Applied[]> {
  try {
    const { rows } = await client.query<Applied>(
      `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`,
    );
    return rows;
  } catch (error) {
    if ((error as pg.DatabaseError).code === UNDEFINED_TABLE) return [];
    throw error;
  }
}

/** What is still to be applied; refuses a database whose history is not the beginning of ours. */
function compare(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum, finished } of applied) {
    const migration = known.get(name);
    if (!finished) {
      throw new StartupError(
        'MIGRATION_FAILED_EARLIER',
        `The migration ${name} failed earlier and was left half done.`,
        'Restore a backup, or mend the database and mark it with "prisma migrate resolve".',
      );
    }
    if (!migration) {
      throw new StartupError(
        'DATABASE_TOO_NEW',
        `The database has the migration ${name}, which this build does not know.`,
        'Start the newer Kernel that made it, or use another database.',
      );
    }
    if (migration.checksum !== checksum) {
      throw new StartupError(
        'MIGRATION_EDITED',
        `The migration ${name} was edited after it was applied.`,
        'Put the file back as it was, and write a new migration for the change.',
      );
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(
      'INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at) VALUES ($1, $2, $3, clock_timestamp())',
      [randomUUID(), checksum, name],
    );
    await client.query(sql);
    await client.query(
      'UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE migration_name = $1 AND finished_at IS NULL',
      [name],
    );
    await client.query('COMMIT');
  } catch (error) {
    throw new StartupError(
      'MIGRATION_FAILED',
      `The migration ${name} failed and was undone: ${(error as Error).message}`,
      'Nothing of it remains in the database. Mend the cause and start again.',
      { cause: error },
    );
  }
}
