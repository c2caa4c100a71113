import { randomUUID } from 'node:crypto';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { DaemonError } from '../daemon-error.ts';
import { readJson } from '../durable/read-json.ts';
import { readText } from '../durable/read-text.ts';
import { identifyProcess, isRunning, processIdentity } from './process-identity.ts';

const lockHolder = processIdentity.extend({
  /** The running daemon, as the server knows it. */
  instanceId: z.string().min(1),
  label: z.string(),
  since: z.string(),
});

/** The daemon that holds the lock of a state folder. */
export type LockHolder = z.infer<typeof lockHolder>;

/** The lock of one state folder, held until it is disposed or the process is gone. */
export interface DaemonLock extends AsyncDisposable {
  /** The instance whose lock this one took the place of; it is gone, so the server may replace it. */
  readonly replaces: string | undefined;
}

/** Who holds the lock at `path`, if that process still runs. A lock without a start time proves nothing and is none. */
export async function readLockHolder(path: string): Promise<LockHolder | undefined> {
  const holder = await readJson(path, lockHolder);
  return holder !== undefined && (await isRunning(holder)) ? holder : undefined;
}

/**
 * Takes the lock, in the place of one whose process is gone: dead, of another start of the system, or whose number some
 * other process has by now. Throws DaemonError DAEMON_RUNNING, naming the daemon that holds it.
 */
export async function takeLock(path: string, instanceId: string, label: string): Promise<DaemonLock> {
  const self = await identifyProcess(process.pid);
  if (self === undefined) throw new Error('This process does not find itself.');
  const own: LockHolder = { ...self, instanceId, label, since: new Date().toISOString() };
  const text = `${JSON.stringify(own)}\n`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, text, { mode: 0o600 });
  try {
    while (!(await tryLink(draft, path))) {
      const holder = await readLockHolder(path);
      if (holder !== undefined) throw alreadyRunning(holder);
      // Nobody but who holds this second lock replaces a stale one, so that none is replaced that was just taken.
      const right = await takeLock(`${path}.takeover`, instanceId, label);
      try {
        if ((await readText(path)) === undefined || (await readLockHolder(path)) !== undefined) continue;
        const replaces = (await readJson(path, lockHolder))?.instanceId;
        await rename(draft, path);
        return heldLock(path, text, replaces);
      } finally {
        await right[Symbol.asyncDispose]();
      }
    }
    return heldLock(path, text, undefined);
  } finally {
    await rm(draft, { force: true });
  }
}

const heldLock = (path: string, text: string, replaces: string | undefined): DaemonLock => ({
  replaces,
  [Symbol.asyncDispose]: () => release(path, text),
});

/** link(2) makes the lock whole and at once, or fails because there is one. */
async function tryLink(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const alreadyRunning = ({ label, since }: LockHolder): DaemonError =>
  new DaemonError(
    'DAEMON_RUNNING',
    `A daemon runs here already: ${label}, since ${since}. Stop that one, or use another state folder (--state-dir).`,
  );

async function release(path: string, text: string): Promise<void> {
  if ((await readText(path)) === text) await rm(path, { force: true });
}
