import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { identifyProcess } from '#daemon/machine/process-identity.ts';
import { endGroup, LAUNCH_VARIABLE } from '#daemon/sessions/process-group.ts';

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
  }
});

const STOP = { signal: 'SIGTERM', graceMs: 2_000 } as const;

/** A process that lives until it is ended, first of a group of its own. */
async function lives(env: NodeJS.ProcessEnv = {}) {
  const script = "process.stdout.write('ready'); setInterval(() => undefined, 1e6);";
  const child = spawn(process.execPath, ['-e', script], { detached: true, env, stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  await once(child.stdout, 'data');
  const pid = child.pid ?? 0;
  const leader = await identifyProcess(pid);
  if (leader === undefined) throw new Error('the process is not there');
  return { child, pid, leader };
}

describe('the group of a launch', () => {
  it('is ended, and nothing is left', async () => {
    const { child, pid, leader } = await lives();
    expect(await endGroup({ pid, launchId: 'lch_1', leader }, STOP)).toBe(0);
    expect(child.signalCode).toBe('SIGTERM');
  });

  it('F-80: is left alone where its number belongs to a foreign process by now', async () => {
    const { child, pid, leader } = await lives();
    for (const other of [{ ...leader, startTime: '1' }, { ...leader, bootId: 'before-the-reboot' }, undefined]) {
      expect(await endGroup({ pid, launchId: 'lch_1', leader: other }, STOP)).toBe(0);
    }
    expect(await identifyProcess(pid)).toEqual(leader);
    expect(child.signalCode).toBeNull();
  });

  it.runIf(process.platform === 'linux')('takes with it what left it and bears its variable', async () => {
    const [group, alone, stranger] = [
      await lives(),
      await lives({ [LAUNCH_VARIABLE]: 'lch_2' }),
      await lives({ [LAUNCH_VARIABLE]: 'lch_22' }),
    ];
    await endGroup({ ...group, launchId: 'lch_2' }, STOP);
    expect(await identifyProcess(alone.pid)).toBeUndefined();
    expect(await identifyProcess(stranger.pid)).toEqual(stranger.leader);
  });
});
