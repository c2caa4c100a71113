import pg from 'pg';

import { findBinaries } from './embedded/binaries.ts';
import { EMBEDDED_ROLE, initCluster } from './embedded/init-cluster.ts';
import { becomeOwner } from './embedded/owner-session.ts';
import { findExistingPgdata, preparePlaces } from './embedded/places.ts';
import { createLogger, type Logger } from '../logger.ts';
import { ensurePostmaster, stopPostmaster } from './embedded/postmaster.ts';
import { chooseRunAs } from './embedded/run-as.ts';
import { Supervisor } from './embedded/supervisor.ts';

const DATABASE = 'kernel';

const SETTINGS = {
  shared_buffers: '64MB',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

/** For clusters that live as long as a test run: nothing waits for the disk. */
const THROWAWAY_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** False only for data that nobody will miss; the default is true. */
  readonly durable?: boolean;
  /** Told when PostgreSQL goes away without being told to, and when it is back. */
  readonly log?: Logger;
}

/** The private PostgreSQL, owned by this process. Disposing it stops it. */
export interface EmbeddedPostgres extends AsyncDisposable {
  readonly connection: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  };
  /** True when it had outlived a killed server. */
  readonly adopted: boolean;
  /** Why it does not run now, for people; undefined while it does. It is started again by itself. */
  outage(): string | undefined;
  /** Rejects with StartupError once it could not be started again; never resolves. */
  readonly givenUp: Promise<never>;
  /** Ends it and returns once everything is on disk and it is gone. */
  stop(): Promise<void>;
}

/**
 * Brings up the private PostgreSQL of `dataDir`, making it on the first start. It is reached over a Unix socket in a
 * folder of mode 0700 and never listens on the network. A root process runs it as another user.
 * @throws {StartupError} when it cannot run here, or when another server owns the data folder.
 */
export async function startEmbedded({
  dataDir,
  durable = true,
  log = createLogger({ logLevel: 'silent' }),
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const runAs = chooseRunAs(() => findExistingPgdata(dataDir));
  const binaries = await findBinaries(runAs);
  const places = preparePlaces(dataDir, runAs);
  await initCluster({ binaries, runAs, pgdata: places.pgdata, durable });
  const settings = durable ? SETTINGS : { ...SETTINGS, ...THROWAWAY_SETTINGS };
  const postmaster = { binaries, runAs, places, settings };
  const { host, port, adopted } = await ensurePostmaster(postmaster);
  const target = { host, port, user: EMBEDDED_ROLE };
  const supervisor = new Supervisor({
    log,
    bringUp: async (onLost) => {
      await ensurePostmaster(postmaster);
      return becomeOwner({ ...target, database: 'postgres' }, dataDir, onLost);
    },
    takeDown: () => stopPostmaster(places.pgdata),
  });
  const stop = () => supervisor.stop();
  await supervisor.start();
  try {
    await ensureDatabase({ ...target, database: 'postgres' });
  } catch (error) {
    await stop();
    throw error;
  }
  const { givenUp } = supervisor;
  const connection = { ...target, database: DATABASE };
  return { connection, adopted, outage: () => supervisor.outage, givenUp, stop, [Symbol.asyncDispose]: stop };
}

async function ensureDatabase(target: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(target);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
