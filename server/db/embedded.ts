import pg from 'pg';

import { findBinaries } from './embedded/binaries.ts';
import { EMBEDDED_ROLE, initCluster } from './embedded/init-cluster.ts';
import { becomeOwner } from './embedded/owner-session.ts';
import { findExistingPgdata, preparePlaces } from './embedded/places.ts';
import { ensurePostmaster, stopPostmaster } from './embedded/postmaster.ts';
import { chooseRunAs } from './embedded/run-as.ts';

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
  /** Called when PostgreSQL goes away without being told to. */
  readonly onLost?: (error: Error) => void;
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
  onLost = () => undefined,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const runAs = chooseRunAs(() => findExistingPgdata(dataDir));
  const binaries = await findBinaries(runAs);
  const places = preparePlaces(dataDir, runAs);
  await initCluster({ binaries, runAs, pgdata: places.pgdata, durable });
  const settings = durable ? SETTINGS : { ...SETTINGS, ...THROWAWAY_SETTINGS };
  const { host, port, adopted } = await ensurePostmaster({ binaries, runAs, places, settings });
  const target = { host, port, user: EMBEDDED_ROLE };
  const owner = await becomeOwner({ ...target, database: 'postgres' }, dataDir, onLost);
  const stop = async () => {
    // The lock is kept to the end: a server that starts meanwhile must not adopt what is about to go.
    owner.expectLoss();
    await stopPostmaster(places.pgdata);
    await owner.end();
  };
  try {
    await ensureDatabase({ ...target, database: 'postgres' });
  } catch (error) {
    await stop();
    throw error;
  }
  return { connection: { ...target, database: DATABASE }, adopted, stop, [Symbol.asyncDispose]: stop };
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
