import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a running PostgreSQL says of itself in `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly socketDir: string;
}

/** Whether some process has that id; says nothing about which one. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The PostgreSQL that runs on `pgdata` now; undefined when none does, whatever an old `postmaster.pid` claims. */
export function readPostmaster(pgdata: string): Postmaster | undefined {
  const lines = readPidFile(pgdata);
  const pid = Number(lines?.[0]);
  if (!lines || !Number.isInteger(pid) || pid <= 0 || !serves(pid, pgdata)) return undefined;
  return { pid, port: Number(lines[3]), socketDir: lines[4] ?? '' };
}

/**
 * Lets PostgreSQL start over a `postmaster.pid` whose process id now belongs to somebody else (after a reboot, or in a
 * container, where ids repeat): PostgreSQL would take that process for a running server and refuse. It passes over the
 * id of its own parent, so that is written there; the file's other lines stay, for by them PostgreSQL still makes
 * sure that no child of a killed server holds the shared memory.
 */
export function disownReusedPid(pgdata: string): void {
  const lines = readPidFile(pgdata);
  const pid = Number(lines?.[0]);
  if (!lines || !isAlive(pid) || serves(pid, pgdata)) return;
  writeFileSync(join(pgdata, 'postmaster.pid'), [process.pid, ...lines.slice(1)].join('\n'));
}

function readPidFile(pgdata: string): string[] | undefined {
  try {
    return readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A postmaster names its data folder on its command line; a process that merely has its old id does not. */
function serves(pid: number, pgdata: string): boolean {
  return commandLineOf(pid).includes(`-D ${pgdata} `);
}

function commandLineOf(pid: number): string {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return '';
    throw error;
  }
}
