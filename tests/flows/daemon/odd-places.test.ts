import { chmod, mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DaemonScene, daemonScene } from '#tests/support/daemon/daemon-scene.ts';
import type { Launched, Orders } from '#tests/support/daemon/launched.ts';
import type { TestMachine } from '#tests/support/daemon/test-machine.ts';

let scene: DaemonScene;
let machine: TestMachine;
let home: string;
beforeAll(async () => {
  scene = await daemonScene();
  machine = await scene.newMachine();
  // F-23: the home that every process here is told of is a link, as on a machine whose home lies on another volume.
  home = join(machine.home, '..', 'home-by-a-link');
  await symlink(machine.home, home);
  await program('.local/bin/claude', 'echo "9.9.9 (Claude Code)"');
  await program('vanishing', 'exit 0');
  const vanishing = { name: 'vanishing', command: join(home, 'vanishing') };
  await writeFile(join(home, 'daemon.json'), JSON.stringify({ runtimes: [vanishing] }));
  await machine.serve({ env: { HOME: home, KERNEL_DAEMON_CONFIG: join(home, 'daemon.json') } });
});
afterAll(() => scene[Symbol.asyncDispose]());

async function program(path: string, script: string): Promise<void> {
  await mkdir(join(home, path, '..'), { recursive: true });
  await writeFile(join(home, path), `#!/bin/sh\n${script}\n`);
  await chmod(join(home, path), 0o755);
}

/** Runs a session in a folder that is made, by this path below the home. */
async function runIn(path: string, orders: Orders): Promise<Launched> {
  const workspace = join(home, path);
  await mkdir(workspace, { recursive: true });
  await writeFile(join(workspace, 'orders.json'), JSON.stringify(orders));
  return machine.launch([], { workspace });
}

const touched = async ({ sessionId }: Launched): Promise<string[]> => {
  const where = { agentSessionId: sessionId, path: { not: 'starts.ndjson' } };
  return (await scene.test.app.prisma.workspaceFile.findMany({ where })).map(({ path }) => path).sort();
};

it('works in folders whatever their names hold, and tells names of files as they are', async () => {
  const files = ['café.go', ' leading.txt', '报告.txt', 'new\nline', 'tab\there', '-rf', '"quoted\'', '$(touch x)'];
  const orders = files.map((file) => ({ write: [file, 'one\n'] }));
  const places = [`with spaces/"quotes" and 'more'`, 'a\nnewline', '외주/é', '-leading dash', '$HOME `id` $(id) \\'];
  const launched: Launched[] = [];
  for (const place of places) launched.push(await runIn(place, orders));
  for (const one of launched) {
    expect(await one.untilEnded()).toMatchObject({ exitReason: 'EXITED_WITHOUT_COMPLETION', endReason: null });
    expect(await touched(one)).toEqual([...files].sort());
  }
});

it('F-32: keeps folders apart whose names differ in one letter, while sessions run in all of them', async () => {
  const places = ['외주/app', '개인/app', 'a_b', 'a-b', 'a.b', 'spec-rl', 'spec/rl'];
  const launched: Launched[] = [];
  for (const [at, place] of places.entries()) launched.push(await runIn(place, [{ write: [`file ${at}`, place] }]));
  for (const [at, one] of launched.entries()) {
    expect(await one.untilEnded()).toMatchObject({ exitReason: 'EXITED_WITHOUT_COMPLETION' });
    expect(await touched(one)).toEqual([`file ${at}`]);
  }
});

it('F-23: takes a folder and a link to it for one', async () => {
  const first = await runIn('one', [{ waitFor: 'go' }]);
  await first.untilStarted();
  await symlink(join(home, 'one'), join(home, 'other-name'));
  const second = await machine.launch([], { workspace: join(home, 'other-name') });
  expect(await second.untilEnded()).toMatchObject({ exitReason: 'WORKSPACE_BUSY' });
  const real = await machine.launch([], { workspace: await realpath(join(home, 'one')) });
  expect(await real.untilEnded()).toMatchObject({ exitReason: 'WORKSPACE_BUSY' });
  await first.put('go');
  await first.untilEnded();
});

it('says what is wrong with a folder that cannot be worked in', async () => {
  await writeFile(join(home, 'a-file'), '');
  await symlink('loop', join(home, 'loop'));
  const cases = [
    ['gone', /is not there on this machine: make the folder/],
    ['a-file', /is a file on this machine: name the folder/],
    ['a-file/below', /leads through something that is no folder/],
    ['loop', /is a link that leads to itself/],
    [`${'x'.repeat(300)}`, /cannot be entered \(ENAMETOOLONG\)/],
  ] as const;
  for (const [path, problem] of cases) {
    const launched = await machine.launch([], { workspace: join(home, path) });
    const end = await launched.untilEnded();
    expect(end).toMatchObject({ status: 'FAILED', exitReason: 'WORKSPACE_MISSING' });
    expect(end.endReason).toMatch(problem);
    expect(await launched.starts()).toEqual([]);
  }
});

it.skipIf(process.getuid?.() === 0)('says that a folder may not be entered', async () => {
  const workspace = join(home, 'closed');
  await mkdir(workspace, { mode: 0 });
  const end = await (await machine.launch([], { workspace })).untilEnded();
  expect(end).toMatchObject({ exitReason: 'WORKSPACE_MISSING' });
  expect(end.endReason).toMatch(/may not be read and written by the user/);
});

it('reports a version that nobody saw as usable, with a note', async () => {
  const row = await scene.test.app.prisma.machineRuntime.findFirstOrThrow({ where: { runtime: 'claude' } });
  expect(row).toMatchObject({ isInstalled: true, isUsable: true, version: '9.9.9' });
  expect(row.problem).toMatch(/9\.9\.9 was never tried with Kernel/);
});

it('goes on with the others when the program of one is taken away', async () => {
  await scene.test.app.prisma.machineRuntime.updateMany({ where: { runtime: 'vanishing' }, data: { isUsable: true } });
  await scene.test.app.services.fleet.setRuntimeEnabled(scene.test.owner, { runtime: 'vanishing', isEnabled: true });
  await rm(join(home, 'vanishing'));
  const launched = await machine.launch([], { runtime: 'vanishing' });
  const end = await launched.untilEnded();
  expect(end).toMatchObject({ status: 'FAILED', exitReason: 'RUNTIME_MISSING' });
  expect(end.endReason).toMatch(/vanishing cannot be run .* correct daemon\.json/);
  const other = await machine.launch([{ write: ['done', ''] }]);
  expect(await other.untilEnded()).toMatchObject({ exitReason: 'EXITED_WITHOUT_COMPLETION' });
});
