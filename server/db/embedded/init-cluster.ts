import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

import { StartupError } from '#server/startup-error.ts';
import type { Binaries } from './binaries.ts';
import { isAlive } from './postmaster-pid.ts';
import { giveTo, identityOf, type RunAs } from './run-as.ts';

/** The one role of a private cluster; the folder of its socket decides who may be it. */
export const EMBEDDED_ROLE = 'kernel';

/** The PostgreSQL that the package carries. */
const MAJOR_VERSION = '18';

export interface InitOptions {
  readonly binaries: Binaries;
  readonly runAs: RunAs | undefined;
  readonly pgdata: string;
  /** False skips waiting for the disk: for clusters that a test run throws away. */
  readonly durable: boolean;
}

/**
 * Makes the cluster in `pgdata` unless it is there. It is made beside its place and then moved, so that a start
 * killed in the middle leaves nothing that looks like a cluster.
 * @throws {StartupError} EMBEDDED_INIT_FAILED, or DATA_DIR_OTHER_VERSION for the cluster of another PostgreSQL.
 */
export async function initCluster(options: InitOptions): Promise<void> {
  const { pgdata, runAs } = options;
  if (existsSync(pgdata)) return checkVersion(pgdata);
  removeAbandonedDrafts(pgdata);
  const draft = `${pgdata}.new-${process.pid}-${randomUUID()}`;
  mkdirSync(draft, { mode: 0o700 });
  giveTo(runAs, draft);
  try {
    await runInitdb(options, draft);
    renameSync(draft, pgdata);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another server made the cluster meanwhile; who may use it is decided later.
    if (!existsSync(pgdata)) throw error;
  }
}

async function runInitdb({ binaries, runAs, durable }: InitOptions, draft: string): Promise<void> {
  const args = ['-D', draft, '-U', EMBEDDED_ROLE, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions'];
  const child = spawn(binaries.initdb, durable ? args : [...args, '--no-sync'], {
    ...identityOf(runAs),
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [output, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  if (code === 0) return;
  throw new StartupError(
    'EMBEDDED_INIT_FAILED',
    `The private PostgreSQL could not make its data folder: ${(complaint || output).trim()}`,
    'Mend what it says, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

function checkVersion(pgdata: string): void {
  let version: string;
  try {
    version = readFileSync(join(pgdata, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    throw new StartupError(
      'DATA_DIR_UNUSABLE',
      `${pgdata} cannot be read as a PostgreSQL data folder: ${(error as Error).message}`,
      'Start Kernel as the user who made it, or choose another --data-dir.',
      { cause: error },
    );
  }
  if (version === MAJOR_VERSION) return;
  throw new StartupError(
    'DATA_DIR_OTHER_VERSION',
    `${pgdata} was made by PostgreSQL ${version}; this Kernel carries ${MAJOR_VERSION}.`,
    'Dump it with its own PostgreSQL and load it into a new --data-dir.',
  );
}

/** Removes what starts left that were killed in the middle: their process is gone, or its id is ours by now. */
function removeAbandonedDrafts(pgdata: string): void {
  const prefix = `${basename(pgdata)}.new-`;
  const bornAt = Date.now() - process.uptime() * 1000;
  for (const entry of readdirSync(dirname(pgdata))) {
    if (!entry.startsWith(prefix)) continue;
    const draft = join(dirname(pgdata), entry);
    const maker = Number.parseInt(entry.slice(prefix.length), 10);
    const abandoned =
      maker === process.pid ? (statSync(draft, { throwIfNoEntry: false })?.birthtimeMs ?? 0) < bornAt : !isAlive(maker);
    if (abandoned) rmSync(draft, { recursive: true, force: true });
  }
}
