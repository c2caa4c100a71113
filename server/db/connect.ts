import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';

import { PrismaClient } from '#prisma/generated/client/client.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import { checkDatabase } from './check-database.ts';
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts';

/** Most connections one server opens; the private PostgreSQL allows 100. */
const POOL_SIZE = 20;
/** Longest wait for a connection to be made, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;

/** The database of a running server. Disposing it closes every connection and stops a private PostgreSQL. */
export interface Database extends AsyncDisposable {
  readonly prisma: PrismaClient;
  /** For what Prisma cannot say: migrations, locks, streams. Shares its connections with `prisma`. */
  readonly pool: pg.Pool;
  /** Why it is away, for people, where this process knows more than that it does not answer. */
  outage(): string | undefined;
  /** Rejects with StartupError once it is given up; never resolves. */
  readonly givenUp: Promise<never>;
}

/** What is known of a database whose running is somebody else's affair. */
const ELSEWHERE: Pick<Database, 'outage' | 'givenUp'> = {
  outage: () => undefined,
  givenUp: new Promise(() => undefined),
};

/**
 * Connects to the database that the settings name: yours at `databaseUrl`, else the private one of `dataDir`, which
 * is started. Returns once it has answered and is known to be usable.
 * @throws {StartupError} naming what is wrong: unreachable, refused, missing, too old, not UTF-8, owned by another.
 */
export async function connect(config: Pick<Config, 'databaseUrl' | 'dataDir'>, log: Logger): Promise<Database> {
  if (config.databaseUrl !== undefined) return openDatabase({ connectionString: config.databaseUrl }, log);
  const embedded = await startEmbedded({ dataDir: config.dataDir, log });
  log.info({ adopted: embedded.adopted, socket: embedded.connection.host }, 'the private PostgreSQL runs');
  try {
    return { ...(await openDatabase(embedded.connection, log, () => embedded.stop())), ...running(embedded) };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

const running = (embedded: EmbeddedPostgres) => ({ outage: () => embedded.outage(), givenUp: embedded.givenUp });

/** Opens the database at `target` and checks it. `afterClose` runs once the last connection is closed. */
export async function openDatabase(
  target: pg.PoolConfig,
  log: Logger,
  afterClose?: () => Promise<void>,
): Promise<Database> {
  const pool = new pg.Pool({
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'kernel',
    ...target,
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  // Connections that are being closed may still hear PostgreSQL say goodbye, which is no news.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'an idle connection to the database broke');
  });
  try {
    await checkDatabase(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    ...ELSEWHERE,
    prisma,
    pool,
    async [Symbol.asyncDispose]() {
      await prisma.$disconnect();
      await pool.end();
      await afterClose?.();
    },
  };
}
