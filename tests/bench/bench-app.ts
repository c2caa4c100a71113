import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '#server/app.ts';
import type { Actor } from '#server/auth/actor.ts';
import { authenticate } from '#server/auth/authenticate.ts';
import { ensureOrganisation } from '#server/auth/first-start.ts';
import { mintSecret } from '#server/auth/secret.ts';
import { connect } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { createLogger } from '#server/logger.ts';

const MIGRATIONS = 'prisma/migrations';

/** The application on a durable private PostgreSQL of its own, with an organisation and its owner. */
export interface BenchApp extends AsyncDisposable {
  readonly app: App;
  readonly owner: Actor;
  readonly ownerToken: string;
}

/** Brings it up in a temporary folder, which goes when it is disposed. `webDir` is the built page, where it is served. */
export async function createBenchApp({ webDir }: { webDir?: string } = {}): Promise<BenchApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kernel-bench-'));
  const log = createLogger({ logLevel: 'error', logFormat: 'json' });
  const database = await connect({ dataDir }, log);
  await migrate(database, MIGRATIONS);
  const app = createApp({ database, log, migrationsDir: MIGRATIONS, webDir });
  const ownerToken = mintSecret();
  await ensureOrganisation(app, ownerToken);
  const owner = await authenticate(app, ownerToken);
  if (owner === null) throw new Error('the owner of a new organisation cannot sign in');
  return {
    app,
    owner,
    ownerToken,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
