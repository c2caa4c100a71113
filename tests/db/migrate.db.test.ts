import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type Database, openDatabase } from '#server/db/connect.ts';
import { migrate, migrationGaps } from '#server/db/migrate.ts';
import { readMigrations } from '#server/db/read-migrations.ts';
import { createLogger } from '#server/logger.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';

const log = createLogger({ logLevel: 'silent' });

describe('migrate', () => {
  let empty: TestDatabase;
  let database: Database;
  let dir: string;

  beforeEach(async () => {
    empty = await createTestDatabase('template0');
    database = await openDatabase({ connectionString: empty.url }, log);
    dir = mkdtempSync(join(tmpdir(), 'kernel-migrations-'));
    write('0001_first', 'CREATE TABLE first (id int);');
    write('0002_second', 'CREATE TABLE second (id int); INSERT INTO first VALUES (2);');
  });
  afterEach(async () => {
    await database[Symbol.asyncDispose]();
    await empty[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true });
  });

  function write(name: string, sql: string): void {
    mkdirSync(join(dir, name), { recursive: true });
    writeFileSync(join(dir, name, 'migration.sql'), sql);
  }
  const gaps = () =>
    migrationGaps(
      database,
      readMigrations(dir).map(({ name }) => name),
    );
  const tables = async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  };

  it('applies what is missing in order of name, and then nothing', async () => {
    expect((await gaps()).pending).toEqual(['0001_first', '0002_second']);
    expect(await migrate(database, dir)).toEqual(['0001_first', '0002_second']);
    expect(await migrate(database, dir)).toEqual([]);
    write('0003_third', 'CREATE TABLE third (id int);');
    expect((await gaps()).pending).toEqual(['0003_third']);
    expect(await migrate(database, dir)).toEqual(['0003_third']);
    expect(await tables()).toEqual(['first', 'second', 'third']);
  });

  it('applies each migration once when two servers start together', async () => {
    await using other = await openDatabase({ connectionString: empty.url }, log);
    const applied = await Promise.all([migrate(database, dir), migrate(other, dir)]);
    expect(applied.flat().sort()).toEqual(['0001_first', '0002_second']);
  });

  it('leaves nothing of a migration that fails, and goes on from there once it is mended', async () => {
    write('0003_third', 'CREATE TABLE third (id int); SELECT 1/0;');
    await expect(migrate(database, dir)).rejects.toMatchObject({
      code: 'MIGRATION_FAILED',
      message: 'The migration 0003_third failed and was undone: division by zero',
    });
    expect(await tables()).toEqual(['first', 'second']);
    write('0003_third', 'CREATE TABLE third (id int);');
    expect(await migrate(database, dir)).toEqual(['0003_third']);
  });

  it('refuses a migration that was edited after it was applied', async () => {
    await migrate(database, dir);
    write('0001_first', 'CREATE TABLE first (id bigint);');
    await expect(migrate(database, dir)).rejects.toMatchObject({ code: 'MIGRATION_EDITED' });
  });

  it('refuses a database that a newer build migrated', async () => {
    await migrate(database, dir);
    rmSync(join(dir, '0002_second'), { recursive: true });
    await expect(migrate(database, dir)).rejects.toMatchObject({
      code: 'DATABASE_TOO_NEW',
      message: 'The database has the migration 0002_second, which this build does not know.',
    });
  });

  it('refuses a database in which a migration was left half done', async () => {
    await migrate(database, dir);
    await database.pool.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '0002_second'`);
    await expect(migrate(database, dir)).rejects.toMatchObject({ code: 'MIGRATION_FAILED_EARLIER' });
    expect((await gaps()).pending).toEqual(['0002_second']);
  });

  it('takes a migration that was rolled back as not applied', async () => {
    await migrate(database, dir);
    await database.pool.query('DROP TABLE second');
    await database.pool.query(
      `UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '0002_second'`,
    );
    expect(await migrate(database, dir)).toEqual(['0002_second']);
  });

  it('gives the lock back, so that a connection of the pool does not keep others waiting', async () => {
    await migrate(database, dir);
    const { rows } = await database.pool.query(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    expect(rows).toEqual([]);
  });

  it('orders paths, titles and keys by code point in any database', async () => {
    cpSync('prisma/migrations', dir, { recursive: true });
    rmSync(join(dir, '0002_second'), { recursive: true });
    await migrate(database, dir);
    const { rows } = await database.pool.query<{ column: string }>(
      `SELECT table_name || '.' || column_name AS column FROM information_schema.columns
       WHERE table_schema = 'public' AND collation_name = 'C' ORDER BY 1`,
    );
    expect(rows.map(({ column }) => column)).toEqual([
      'Artifact.title',
      'IdempotencyRecord.key',
      'Machine.name',
      'Project.keyPrefix',
      'WorkItem.key',
      'WorkspaceFile.path',
    ]);
  });
});
