import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newKey } from '#tests/support/cast.ts';
import { type DaemonScene, daemonScene } from '#tests/support/daemon/daemon-scene.ts';
import type { DaemonProcess } from '#tests/support/daemon/daemon-process.ts';
import { aliveOf, eventually, isAlive } from '#tests/support/daemon/eventually.ts';
import type { Launched } from '#tests/support/daemon/launched.ts';
import type { TestMachine } from '#tests/support/daemon/test-machine.ts';

// Each test starts processes, and the machine may be loaded.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let scene: DaemonScene;
let machine: TestMachine;
let daemon: DaemonProcess;
beforeAll(async () => {
  scene = await daemonScene();
  machine = await scene.newMachine();
  daemon = await machine.serve();
});
afterAll(() => scene[Symbol.asyncDispose]());

/** An agent with what agents leave running: a server that ignores a friendly signal, and one that left the group. */
const family = [
  { leaveBehind: { note: 'deaf.pid', isDeaf: true } },
  ...(process.platform === 'linux' ? [{ leaveBehind: { note: 'alone.pid', isDeaf: true, isAlone: true } }] : []),
];

async function pidsOf(launched: Launched): Promise<number[]> {
  const { pid } = await launched.untilStarted();
  const notes = family.map(({ leaveBehind: { note } }) => note);
  const found = await Promise.all(
    notes.map((note) => eventually(`there is ${note}`, async () => Number((await launched.read(note)) || undefined))),
  );
  return [pid, ...found];
}

const stop = ({ sessionId }: Launched) =>
  scene.test.app.services.fleet.stopSession(scene.test.owner, { sessionId, idempotencyKey: newKey() });

describe('F-88: everything that a session started ends', () => {
  it('when somebody stops it, also what ignores a friendly signal or left the group, and the daemon goes on', async () => {
    const launched = await machine.launch([{ ignoreTerm: true }, ...family, { hang: true }]);
    const pids = await pidsOf(launched);
    await launched.until('ACTIVE');
    await stop(launched);
    const ended = await launched.untilEnded();
    expect(ended).toMatchObject({ status: 'CANCELLED', exitReason: 'CANCELLED' });
    expect(ended.endReason).toBe('It was stopped, with everything it had started.');
    expect(await aliveOf(pids)).toEqual([]);
    expect(await isAlive(daemon.pid)).toBe(true);
  });

  it('when it ends by itself and leaves something running', async () => {
    const launched = await machine.launch([...family, { exit: 0 }]);
    await launched.untilEnded();
    const pids = await pidsOf(launched);
    expect(await aliveOf(pids)).toEqual([]);
  });

  it('when its time is over, also over a restart of the daemon', async () => {
    const launched = await machine.launch([...family, { hang: true }]);
    const pids = await pidsOf(launched);
    await launched.until('ACTIVE');
    await daemon.end('SIGKILL');
    await machine.editLaunch(launched.launchId, (entry) => ({
      ...entry,
      session: { ...(entry['session'] as object), timeoutMs: 1 },
    }));
    daemon = await machine.serve();
    const ended = await launched.untilEnded();
    expect(ended).toMatchObject({ status: 'FAILED', exitReason: 'TIMED_OUT' });
    expect(ended.endReason).toContain('ended with everything it had started');
    expect(await aliveOf(pids)).toEqual([]);
  });
});

it('a session that is stopped before its machine took it up never has a process', async () => {
  await daemon.end('SIGKILL');
  const launched = await machine.launch([]);
  await stop(launched);
  daemon = await machine.serve();
  const after = await machine.launch([]);
  await after.untilEnded();
  expect(await launched.session()).toMatchObject({ status: 'CANCELLED', exitReason: 'CANCELLED' });
  expect(await launched.starts()).toEqual([]);
});

it('ending the daemon ends no session, and its machine is offline at once', async () => {
  const launched = await machine.launch([{ hang: true }]);
  const { pid } = await launched.untilStarted();
  await launched.until('ACTIVE');
  expect(await daemon.end('SIGTERM')).toBe(0);
  expect(await isAlive(pid)).toBe(true);
  const { signedOffAt } = await scene.test.app.prisma.machinePresence.findUniqueOrThrow({
    where: { machineId: await machine.id() },
  });
  expect(signedOffAt).not.toBeNull();
  daemon = await machine.serve();
  await stop(launched);
  await launched.until('CANCELLED');
  expect(await isAlive(pid)).toBe(false);
});
