import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { StartupError } from '#server/startup-error.ts';
import { canEnter, giveTo, type RunAs } from './run-as.ts';
import { SYSTEM_DIR } from './system-dir.ts';

/** Where one private PostgreSQL keeps its things. */
export interface Places {
  /** Holds `pgdata`; the user that PostgreSQL runs as can enter it. */
  readonly clusterDir: string;
  readonly pgdata: string;
  /** Holds the socket; mode 0700. */
  readonly socketDir: string;
  readonly logFile: string;
}

/** Longest path of a Unix socket on Linux and macOS alike, in bytes (macOS allows 103). */
const MAX_SOCKET_PATH_BYTES = 103;
const SOCKET_NAME = '.s.PGSQL.5432';
const CLUSTER_ID_FILE = 'cluster-id';

/**
 * Makes the folders and says where they are. Normally everything lies in `dataDir`. When PostgreSQL runs as another
 * user who cannot enter `dataDir`, the cluster lies in /var/lib/kernel/clusters/<id>, and `dataDir` keeps the id: it
 * can be moved, and a new folder at the same path never finds the old one's data.
 * @throws {StartupError} DATA_DIR_UNUSABLE or DATA_DIR_UNREACHABLE.
 */
export function preparePlaces(dataDir: string, runAs: RunAs | undefined): Places {
  const named = resolve(dataDir);
  try {
    makeDir(named, runAs === undefined ? 0o700 : 0o711);
    // One spelling only: a running PostgreSQL is recognised by the path of its folder.
    const home = realpathSync(named);
    const clusterDir = chooseClusterDir(home, runAs);
    return {
      clusterDir,
      pgdata: join(clusterDir, 'pgdata'),
      socketDir: makeSocketDir(clusterDir, runAs),
      logFile: join(home, 'postgres.log'),
    };
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      'DATA_DIR_UNUSABLE',
      `The data folder ${named} cannot be used: ${(error as Error).message}`,
      'Choose a folder that you may write to with --data-dir.',
      { cause: error },
    );
  }
}

/** The data of a cluster made by an earlier start, if any. */
export function findExistingPgdata(dataDir: string): string | undefined {
  const home = resolve(dataDir);
  const idFile = join(home, CLUSTER_ID_FILE);
  const clusterDir = existsSync(idFile) ? clusterDirOf(readFileSync(idFile, 'utf8').trim()) : home;
  const pgdata = join(clusterDir, 'pgdata');
  return existsSync(pgdata) ? pgdata : undefined;
}

function chooseClusterDir(home: string, runAs: RunAs | undefined): string {
  const idFile = join(home, CLUSTER_ID_FILE);
  if (existsSync(idFile)) return makeElsewhere(readFileSync(idFile, 'utf8').trim());
  if (canEnter(runAs, home)) return home;
  if (runAs === undefined || existsSync(join(home, 'pgdata'))) throw unreachable(home, runAs);
  const id = randomBytes(8).toString('hex');
  const clusterDir = makeElsewhere(id);
  if (!canEnter(runAs, clusterDir)) throw unreachable(clusterDir, runAs);
  writeFileSync(idFile, `${id}\n`, { mode: 0o600, flag: 'wx' });
  return clusterDir;
}

function clusterDirOf(id: string): string {
  if (!/^[0-9a-f]{16}$/.test(id)) {
    const remedy = 'Put the file back as it was, or choose another --data-dir.';
    throw new StartupError(
      'DATA_DIR_UNUSABLE',
      `The data folder's file ${CLUSTER_ID_FILE} does not hold an id.`,
      remedy,
    );
  }
  return join(SYSTEM_DIR, 'clusters', id);
}

function makeElsewhere(id: string): string {
  const clusterDir = clusterDirOf(id);
  makeDir(SYSTEM_DIR, 0o711);
  makeDir(join(SYSTEM_DIR, 'clusters'), 0o711);
  makeDir(clusterDir, 0o711);
  return clusterDir;
}

function unreachable(path: string, runAs: RunAs | undefined): StartupError {
  return new StartupError(
    'DATA_DIR_UNREACHABLE',
    `PostgreSQL runs as ${runAs === undefined ? 'you' : `the user "${runAs.name}"`}, who cannot enter ${path}.`,
    'Let that user pass through every folder above it (chmod o+x), choose another --data-dir, or set DATABASE_URL.',
  );
}

/** The socket lies in the cluster's folder, or, where that path is too long for a socket, in a short one of its own. */
function makeSocketDir(clusterDir: string, runAs: RunAs | undefined): string {
  const short = `kernel-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 16)}`;
  const runtimeDir = runAs === undefined ? process.env['XDG_RUNTIME_DIR'] : undefined;
  const candidates = [
    join(clusterDir, 'socket'),
    ...(runtimeDir && existsSync(runtimeDir) ? [join(runtimeDir, short)] : []),
    join('/tmp', short),
  ];
  const fits = (dir: string) => Buffer.byteLength(join(dir, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES;
  const socketDir = candidates.find(fits);
  if (socketDir === undefined) throw new Error('no folder is short enough for a socket');
  if (makeDir(socketDir, 0o700)) giveTo(runAs, socketDir);
  // Everybody can write to /tmp: a folder that somebody else put there must not get our socket.
  const stat = lstatSync(socketDir);
  const owner = runAs?.uid ?? process.getuid?.();
  if (!stat.isDirectory() || stat.uid !== owner || (stat.mode & 0o077) !== 0) {
    throw new Error(`${socketDir} is not a folder of mode 700 that belongs to user ${owner}`);
  }
  return socketDir;
}

/** Makes a folder with exactly that mode, whatever the umask; leaves an existing one as it is. True when it was made. */
function makeDir(path: string, mode: number): boolean {
  const made = mkdirSync(path, { recursive: true, mode }) !== undefined;
  if (made) chmodSync(path, mode);
  return made;
}
