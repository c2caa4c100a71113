import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLockHolder, takeLock } from '#daemon/machine/lock.ts';
import { identifyProcess, type ProcessIdentity } from '#daemon/machine/process-identity.ts';

let path: string;
beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'kernel-lock-')), 'state', 'lock');
});
afterEach(() => rm(dirname(dirname(path)), { recursive: true }));

const self = async (): Promise<ProcessIdentity> => {
  const found = await identifyProcess(process.pid);
  if (found === undefined) throw new Error('this process is not there');
  return found;
};

async function leave(identity: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const about = { instanceId: 'the-one-before', label: 'process 4711 on laptop', since: '2026-01-01T00:00:00.000Z' };
  await writeFile(path, JSON.stringify({ ...about, ...identity }));
}

const take = (instanceId = 'this-one') => takeLock(path, instanceId, `process ${process.pid} on laptop`);

describe('F-80: a lock that was left behind', () => {
  it('by a process that is dead is taken over, and its daemon replaced', async () => {
    const child: ChildProcess = spawn(process.execPath, ['-e', '0']);
    const identity = await identifyProcess(child.pid ?? 0);
    await once(child, 'exit');
    await leave({ pid: child.pid, startTime: identity?.startTime ?? '1', bootId: (await self()).bootId });
    await using lock = await take();
    expect(lock.replaces).toBe('the-one-before');
  });

  it('and whose number a foreign process has by now is taken over', async () => {
    await leave({ ...(await self()), startTime: '1' });
    await using lock = await take();
    expect(lock.replaces).toBe('the-one-before');
  });

  it('before the system was started again is taken over, even where number and start time are the same', async () => {
    await leave({ ...(await self()), bootId: '00000000-0000-0000-0000-000000000000' });
    await using lock = await take();
    expect(lock.replaces).toBe('the-one-before');
  });

  it.each([
    ['holds no start time', { pid: process.pid }],
    ['holds no boot id', { pid: process.pid, startTime: '1' }],
  ])('and %s proves nothing, and is taken over', async (_what, identity) => {
    await leave(identity);
    await using lock = await take();
    expect(lock.replaces).toBeUndefined();
  });

  it.each(['', '{', 'null', '4711\n'])('with the content %j is taken over', async (text) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    await using lock = await take();
    expect(lock.replaces).toBeUndefined();
    expect(await readLockHolder(path)).toMatchObject({ pid: process.pid, instanceId: 'this-one' });
  });
});

describe('a lock that is held', () => {
  it('refuses a second daemon by the name of the first, and is free once that one lets go', async () => {
    const lock = await take('first');
    await expect(take('second')).rejects.toThrow(
      `A daemon runs here already: process ${process.pid} on laptop, since `,
    );
    await lock[Symbol.asyncDispose]();
    await using second = await take('second');
    expect(second.replaces).toBeUndefined();
  });

  it('is given to one of many that come at once, be there a stale one or none', async () => {
    for (const isStale of [false, ...Array.from({ length: 12 }, () => true)]) {
      if (isStale) await leave({ ...(await self()), startTime: '1' });
      const attempts = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => take(`instance-${i}`)));
      const taken = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
      expect(taken).toHaveLength(1);
      for (const lock of taken) await lock[Symbol.asyncDispose]();
    }
    expect(await readdir(dirname(path))).toEqual([]);
  });

  it('F-95: that another took over is not let go by the one before it', async () => {
    const lock = await take('first');
    await leave({ ...(await self()), startTime: '1' });
    await using second = await take('second');
    expect(second.replaces).toBe('the-one-before');
    await lock[Symbol.asyncDispose]();
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ instanceId: 'second' });
  });
});
