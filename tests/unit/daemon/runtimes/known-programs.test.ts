import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KnownPrograms } from '#daemon/runtimes/program/known-programs.ts';
import { scriptedAdapter } from '#daemon/runtimes/scripted/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kernel-programs-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A runtime whose program is asked about itself, counted. */
function counted(path: string) {
  const [adapter] = scriptedAdapter({ KERNEL_SCRIPTED_RUNTIME: path });
  if (adapter === undefined) throw new Error('there is no scripted runtime');
  let asked = 0;
  const detect: typeof adapter.detect = async (host) => {
    asked += 1;
    return { ...(await adapter.detect(host)), version: `${asked}` };
  };
  return { adapter: { ...adapter, detect }, asked: () => asked };
}

it('asks a program about itself once, until its file is another one', async () => {
  const path = join(folder, 'agent');
  await writeFile(path, 'one');
  const { adapter, asked } = counted(path);
  const [programs, host] = [new KnownPrograms(), { env: {} }];
  await programs.detect(adapter, host);
  for (let at = 0; at < 3; at += 1) expect(await programs.atLaunch(adapter, host)).toMatchObject({ version: '1' });
  await writeFile(join(folder, 'new'), 'two');
  await rename(join(folder, 'new'), path);
  expect(await programs.atLaunch(adapter, host)).toMatchObject({ version: '2' });
  expect(asked()).toBe(2);
});

it('notices at once that a program is gone, and that it is back', async () => {
  const path = join(folder, 'agent');
  await writeFile(path, 'one');
  const { adapter } = counted(path);
  const [programs, host] = [new KnownPrograms(), { env: {} }];
  await programs.detect(adapter, host);
  await rm(path);
  expect(await programs.atLaunch(adapter, host)).toMatchObject({ isInstalled: false });
  await writeFile(path, 'one');
  expect(await programs.atLaunch(adapter, host)).toMatchObject({ isInstalled: true });
});
