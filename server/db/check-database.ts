import type pg from 'pg';

import { StartupError } from '../startup-error.ts';

/** Oldest PostgreSQL that the migrations and the queries are written for. */
const MIN_VERSION = 15;

interface Facts {
  readonly version: number;
  readonly encoding: string;
}

/**
 * Asks the database behind `pool` what it is.
 * @throws {StartupError} when it does not answer or is not usable; never repeats a password.
 */
export async function checkDatabase(pool: pg.Pool): Promise<void> {
  const { version, encoding } = await readFacts(pool);
  const major = Math.floor(version / 10_000);
  if (major < MIN_VERSION) {
    throw new StartupError(
      'DATABASE_TOO_OLD',
      `The database at ${placeOf(pool)} is PostgreSQL ${major}; Kernel needs ${MIN_VERSION} or newer.`,
      'Upgrade it, name another in DATABASE_URL, or unset DATABASE_URL to use the private one.',
    );
  }
  if (encoding !== 'UTF8') {
    throw new StartupError(
      'DATABASE_NOT_UTF8',
      `The database at ${placeOf(pool)} stores text as ${encoding}, which cannot hold every character.`,
      "Create one with ENCODING 'UTF8' and name it in DATABASE_URL.",
    );
  }
}

async function readFacts(pool: pg.Pool): Promise<Facts> {
  try {
    const { rows } = await pool.query<Facts>(
      `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`,
    );
    const [facts] = rows;
    if (!facts) throw new Error('it gave no answer');
    return facts;
  } catch (error) {
    throw explain(error as Error & { code?: string }, placeOf(pool));
  }
}

function explain(error: Error & { code?: string }, place: string): StartupError {
  const cause = { cause: error };
  switch (error.code) {
    case '28P01':
    case '28000':
      return new StartupError(
        'DATABASE_REFUSED',
        `The database at ${place} refuses the user or password.`,
        'Correct them in DATABASE_URL.',
        cause,
      );
    case '3D000':
      return new StartupError(
        'DATABASE_MISSING',
        `There is no such database: ${place}.`,
        'Create it first, or correct DATABASE_URL.',
        cause,
      );
    default:
      return new StartupError(
        'DATABASE_UNREACHABLE',
        `The database at ${place} does not answer: ${reasonOf(error)}.`,
        'Start it, correct DATABASE_URL, or unset DATABASE_URL to use the private one.',
        cause,
      );
  }
}

/** Node reports several addresses of one host as an AggregateError without a message of its own. */
function reasonOf(error: Error): string {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return inner instanceof Error ? inner.message : error.message;
}

/** `host:port/database`, without user and password. */
function placeOf(pool: pg.Pool): string {
  const { connectionString, host, port, database } = pool.options;
  if (connectionString === undefined) return `${host}:${port}/${database}`;
  const url = new URL(connectionString);
  return `${url.searchParams.get('host') ?? url.hostname}:${url.port || '5432'}${url.pathname}`;
}
