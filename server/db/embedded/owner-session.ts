import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

import { StartupError } from '#server/startup-error.ts';

/** Key of the advisory lock that the one server of a private PostgreSQL holds for as long as it runs. */
const OWNER_LOCK = 4_400_001;
const NAME_PREFIX = 'kernel server, pid ';

/** How long a lock is waited for: the connection of a server killed just now may take a moment to be noticed. */
const LOCK_WAIT_MS = 2000;
const POLL_MS = 50;

/** The sign that this process owns the private PostgreSQL. */
export interface OwnerSession {
  /** Says that PostgreSQL is about to be stopped, so that losing the connection is no surprise. */
  expectLoss(): void;
  end(): Promise<void>;
}

/**
 * Becomes the owner of the PostgreSQL at `target`, by a lock that lives and dies with a connection of this process.
 * No file remains of a server that was killed, so nothing can be stale, and no process id that was given to somebody
 * else can be mistaken for a server.
 * @throws {StartupError} DATA_DIR_IN_USE, naming the process, while another server is the owner.
 */
export async function becomeOwner(
  target: pg.ClientConfig,
  dataDir: string,
  onLost: (error: Error) => void,
): Promise<OwnerSession> {
  const client = new pg.Client({ ...target, application_name: `${NAME_PREFIX}${process.pid}` });
  let expected = false;
  const expectLoss = () => void (expected = true);
  client.on('error', (error) => {
    if (!expected) onLost(error);
  });
  await client.connect();
  if (await takeLock(client)) return { expectLoss, end: () => client.end() };
  const owner = await nameOwner(client);
  await client.end();
  throw new StartupError(
    'DATA_DIR_IN_USE',
    `The data folder ${dataDir} belongs to a running Kernel server${owner}.`,
    'Use that server, stop it first, or choose another --data-dir.',
  );
}

async function takeLock(client: pg.Client): Promise<boolean> {
  for (const deadline = Date.now() + LOCK_WAIT_MS; ; await pause(POLL_MS)) {
    const { rows } = await client.query<{ won: boolean }>('SELECT pg_try_advisory_lock($1) AS won', [OWNER_LOCK]);
    if (rows[0]?.won) return true;
    if (Date.now() > deadline) return false;
  }
}

async function nameOwner(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_stat_activity JOIN pg_locks USING (pid)
     WHERE locktype = 'advisory' AND granted AND objid = $1`,
    [OWNER_LOCK],
  );
  const name = rows[0]?.name;
  return name?.startsWith(NAME_PREFIX) ? ` (process ${name.slice(NAME_PREFIX.length)})` : '';
}
