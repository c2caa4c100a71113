import { spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';

import { StartupError } from '#server/startup-error.ts';

/** The user that PostgreSQL runs as when it is not the user of this process. */
export interface RunAs {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Tried in this order: the user made for PostgreSQL, then the one that every system has. */
const CANDIDATES = ['postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root, so a root process starts it as somebody else; undefined means "as ourselves".
 * A cluster that exists stays with its owner, whichever users the system has gained since it was made.
 * @throws {StartupError} NO_USER_FOR_POSTGRES when root has nobody to run it as.
 */
export function chooseRunAs(findExistingPgdata: () => string | undefined): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const existing = findExistingPgdata();
  if (existing !== undefined) {
    const { uid, gid } = statSync(existing);
    if (uid !== 0) return { name: String(uid), uid, gid };
  }
  for (const name of CANDIDATES) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid !== undefined && gid !== undefined) return { name, uid, gid };
  }
  throw new StartupError(
    'NO_USER_FOR_POSTGRES',
    'PostgreSQL does not run as root, and there is neither a user "postgres" nor a user "nobody" to run it as.',
    'Start Kernel as an ordinary user, create the user "postgres", or set DATABASE_URL.',
  );
}

/** The part of spawn's options that makes a child run as `runAs`. */
export function identityOf(runAs: RunAs | undefined): { uid?: number; gid?: number } {
  return runAs === undefined ? {} : { uid: runAs.uid, gid: runAs.gid };
}

/** Hands `path` over to the user that PostgreSQL runs as. */
export function giveTo(runAs: RunAs | undefined, path: string): void {
  if (runAs !== undefined) chownSync(path, runAs.uid, runAs.gid);
}

/** Whether that user can enter the folder `path`, asked of the system itself so that access lists count too. */
export function canEnter(runAs: RunAs | undefined, path: string): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', path], {
    ...identityOf(runAs),
    cwd: '/',
    stdio: 'ignore',
  });
  return probe.status === 0;
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const answer = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return answer.status === 0 ? Number(answer.stdout.trim()) : undefined;
}
