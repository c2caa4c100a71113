import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connect } from '#server/db/connect.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { createLogger } from '#server/logger.ts';
import { urlOf } from './database-url.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the cluster's maintenance database; the template is `kernel_template` beside it. */
    clusterUrl: string;
  }
}

export const TEMPLATE = 'kernel_template';

/** Starts one PostgreSQL for the run and migrates one template, which each test file then copies in milliseconds. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kernel-test-'));
  const embedded = await startEmbedded({ dataDir, durable: false });
  const admin = new pg.Client({ ...embedded.connection, database: 'postgres' });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  const template = await connect({ databaseUrl: urlOf(embedded.connection, TEMPLATE), dataDir }, createLogger({ logLevel: 'error' }));
  await migrate(template, 'prisma/migrations');
  await template[Symbol.asyncDispose]();
  project.provide('clusterUrl', urlOf(embedded.connection, 'postgres'));
  return async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
