import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

import { StartupError } from '#server/startup-error.ts';
import type { Binaries } from './binaries.ts';
import { EMBEDDED_ROLE } from './init-cluster.ts';
import type { Places } from './places.ts';
import { disownReusedPid, isAlive, readPostmaster } from './postmaster-pid.ts';
import { identityOf, type RunAs } from './run-as.ts';

/** Longest wait for PostgreSQL to answer; replaying the log of a killed one takes a while. */
const START_TIMEOUT_MS = 60_000;
/** How long a PostgreSQL that ends at once is started again. */
const RETRY_FOR_MS = 15_000;
/** Longest wait for PostgreSQL to end before it is told to drop everything. */
const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 15;
/** Between tries, while children of a killed PostgreSQL still hold its shared memory. */
const RETRY_MS = 150;
/** Port in the socket's name; nothing listens on the network. */
const PORT = 5432;
const MAX_LOG_BYTES = 10_000_000;

/** Where a running PostgreSQL answers. */
export interface Running {
  readonly host: string;
  readonly port: number;
  /** True when it ran already: its server was killed and it outlived it, or another server owns it. */
  readonly adopted: boolean;
}

export interface PostmasterOptions {
  readonly binaries: Binaries;
  readonly runAs: RunAs | undefined;
  readonly places: Places;
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Adopts the PostgreSQL that runs on the data folder, or starts one, and returns once it answers.
 * @throws {StartupError} EMBEDDED_START_FAILED when none answers in time.
 */
export async function ensurePostmaster(options: PostmasterOptions): Promise<Running> {
  const { pgdata, logFile } = options.places;
  const begun = Date.now();
  rotate(logFile);
  do {
    const running = readPostmaster(pgdata);
    const child = running ? undefined : launch(options);
    const answering = await waitUntilAnswering(pgdata, child, begun + START_TIMEOUT_MS);
    if (answering) return { ...answering, adopted: running !== undefined };
    await pause(RETRY_MS);
  } while (Date.now() < begun + RETRY_FOR_MS);
  throw new StartupError(
    'EMBEDDED_START_FAILED',
    `The private PostgreSQL does not start. Its last words: ${lastLine(logFile)}`,
    `Mend what ${logFile} says, or choose another --data-dir.`,
  );
}

/** Ends the PostgreSQL on `pgdata`, if any: it breaks off what runs, writes everything to disk, and is gone on return. */
export async function stopPostmaster(pgdata: string): Promise<void> {
  const running = readPostmaster(pgdata);
  if (!running) return;
  signal(running.pid, 'SIGINT');
  if (await isGone(running.pid, pgdata, STOP_TIMEOUT_MS)) return;
  signal(running.pid, 'SIGQUIT');
  await isGone(running.pid, pgdata, STOP_TIMEOUT_MS);
}

function launch({ binaries, runAs, places, settings }: PostmasterOptions): ChildProcess {
  disownReusedPid(places.pgdata);
  const all = {
    listen_addresses: '',
    unix_socket_directories: places.socketDir,
    unix_socket_permissions: '0700',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(places.logFile, 'a', 0o600);
  try {
    const child = spawn(binaries.postgres, ['-D', places.pgdata, '-p', String(PORT), ...flags], {
      ...identityOf(runAs),
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', log, log],
      // A session of its own: Ctrl-C in the terminal reaches us alone, and we end it when our requests are done.
      detached: true,
    });
    // A failure to spawn shows as a child without a pid, below.
    child.on('error', () => undefined);
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

async function waitUntilAnswering(
  pgdata: string,
  child: ChildProcess | undefined,
  deadline: number,
): Promise<Omit<Running, 'adopted'> | undefined> {
  while (Date.now() < deadline) {
    const postmaster = readPostmaster(pgdata);
    if (postmaster?.socketDir && (await answers(postmaster.socketDir, postmaster.port))) {
      return { host: postmaster.socketDir, port: postmaster.port };
    }
    const ended =
      child === undefined
        ? postmaster === undefined
        : child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
    if (ended) return undefined;
    await pause(POLL_MS);
  }
  return undefined;
}

async function answers(host: string, port: number): Promise<boolean> {
  const client = new pg.Client({
    host,
    port,
    user: EMBEDDED_ROLE,
    database: 'postgres',
    connectionTimeoutMillis: 1000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    // Still starting, or already ending; the caller asks again until its deadline.
    return false;
  } finally {
    await client.end();
  }
}

async function isGone(pid: number, pgdata: string, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (!isAlive(pid) || readPostmaster(pgdata)?.pid !== pid) return true;
    await pause(POLL_MS);
  }
  return false;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function lastLine(logFile: string): string {
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').at(-1) ?? '';
}

/** Keeps one old log at most, so that a data folder does not grow by its complaints. */
function rotate(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_LOG_BYTES) renameSync(logFile, `${logFile}.1`);
}
