import { open, readFile, unlink } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** How often a waiting process looks whether the lock is free, in milliseconds. */
const LOOK_EVERY_MS = 200;

/**
 * Runs `work` while no other process of this machine holds the lock at `path`. The file names its holder: one that died
 * without giving it back holds it no longer.
 */
export async function withInstallLock(path: string, work: () => Promise<void>): Promise<void> {
  while (!(await take(path))) await pause(LOOK_EVERY_MS);
  try {
    await work();
  } finally {
    await unlink(path);
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await using file = await open(path, 'wx', 0o600);
    await file.writeFile(String(process.pid));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await removeIfDead(path);
    return false;
  }
}

async function removeIfDead(path: string): Promise<void> {
  const holder = Number(await readFile(path, 'utf8').catch(gone));
  if (Number.isInteger(holder) && holder > 0 && !isAlive(holder)) await unlink(path).catch(gone);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Another process took the file away meanwhile. */
function gone(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
