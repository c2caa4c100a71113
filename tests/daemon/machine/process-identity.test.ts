import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { identifyProcess, isRunning } from '#daemon/machine/process-identity.ts';

it('knows a process while it runs, and not once it is gone', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  await once(child, 'spawn');
  const identity = await identifyProcess(child.pid ?? 0);
  if (identity === undefined) throw new Error('a running process has no identity');
  expect(await isRunning(identity)).toBe(true);
  child.stdin.end();
  await once(child, 'exit');
  expect(await isRunning(identity)).toBe(false);
});

it('does not take another process for the one whose number it has now', async () => {
  const own = await identifyProcess(process.pid);
  if (own === undefined) throw new Error('this process has no identity');
  expect(await isRunning({ ...own, startTime: `${own.startTime}0` })).toBe(false);
  expect(await isRunning({ ...own, bootId: 'of an earlier start' })).toBe(false);
});
