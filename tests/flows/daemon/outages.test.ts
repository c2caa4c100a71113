import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newKey } from '#tests/support/cast.ts';
import { type DaemonScene, daemonScene } from '#tests/support/daemon/daemon-scene.ts';
import type { DaemonProcess } from '#tests/support/daemon/daemon-process.ts';
import { aliveOf, eventually, isAlive } from '#tests/support/daemon/eventually.ts';
import { type FaultyLink, faultyLink } from '#tests/support/daemon/faulty-link.ts';
import type { TestMachine } from '#tests/support/daemon/test-machine.ts';

// Each test starts processes, and the machine may be loaded.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let scene: DaemonScene;
let link: FaultyLink;
let machine: TestMachine;
let daemon: DaemonProcess;
beforeAll(async () => {
  scene = await daemonScene();
  link = await faultyLink(scene.test.url);
  machine = await scene.newMachine();
  daemon = await machine.serve({ serverUrl: link.url });
});
afterAll(async () => {
  await link[Symbol.asyncDispose]();
  await scene[Symbol.asyncDispose]();
});

const services = () => scene.test.app.services;
const told = (pattern: RegExp) => eventually(`the daemon says ${String(pattern)}`, () => pattern.test(daemon.said()));

describe('a daemon that is cut off', () => {
  it('goes on with its session, and reports in order what happened once the server is there again', async () => {
    const launched = await machine.launch([
      { say: { type: 'message', text: 'before' } },
      { waitFor: 'cut' },
      { say: { type: 'tool', name: 'edit' } },
      { say: { type: 'usage', input: 5, output: 6 } },
      { say: { type: 'result', ok: true } },
      { write: ['over', ''] },
    ]);
    await eventually('the first event is on the record', async () => (await launched.events()).length === 1);
    link.cut();
    await launched.put('cut');
    await eventually('the agent is done', async () => (await launched.read('over')) !== undefined);
    await told(new RegExp(`"launchId":"${launched.launchId}"[^\\n]*session ended`));
    expect((await launched.session()).status).toBe('ACTIVE');
    link.mend();
    expect(await launched.untilEnded()).toMatchObject({ exitReason: 'EXITED_WITHOUT_COMPLETION' });
    expect((await launched.events()).map(({ kind }) => kind)).toEqual(['MESSAGE', 'TOOL', 'USAGE', 'COMPLETED']);
    expect(await launched.launch()).toMatchObject({ state: 'ENDED', exitCode: 0 });
  });

  it('F-86: ends what was cancelled or stopped meanwhile, when it is back', async () => {
    const [cancelled, stopped] = [await machine.launch([{ hang: true }]), await machine.launch([{ hang: true }])];
    const pids = [(await cancelled.untilStarted()).pid, (await stopped.untilStarted()).pid];
    await Promise.all([cancelled.until('ACTIVE'), stopped.until('ACTIVE')]);
    link.cut();
    const { workItemId: id } = await cancelled.session();
    await services().work.cancelWorkItem(scene.test.owner, { workItem: { id }, idempotencyKey: newKey() });
    const { sessionId } = stopped;
    await services().fleet.stopSession(scene.test.owner, { sessionId, idempotencyKey: newKey() });
    expect(await aliveOf(pids)).toEqual(pids);
    link.mend();
    for (const launched of [cancelled, stopped]) {
      expect(await launched.untilEnded()).toMatchObject({ status: 'CANCELLED', exitReason: 'CANCELLED' });
    }
    expect(await aliveOf(pids)).toEqual([]);
  });

  it('F-92: gets what was asked for while its machine was away, and its idle sessions are still its own', async () => {
    const idle = await machine.launch([{ waitFor: 'go' }]);
    await idle.until('ACTIVE');
    link.cut();
    const asked = await machine.launch([]);
    link.mend();
    expect((await asked.untilEnded()).exitReason).toBe('EXITED_WITHOUT_COMPLETION');
    expect((await idle.session()).status).toBe('ACTIVE');
    await idle.put('go');
    expect((await idle.untilEnded()).exitReason).toBe('EXITED_WITHOUT_COMPLETION');
    expect(await idle.starts()).toHaveLength(1);
  });
});

describe('a message that the network', () => {
  it('F-85: carries and whose answer it loses, be it a claim or an acknowledgement, starts nothing twice', async () => {
    const before = link.sent.length;
    link.loseAnswers('ClaimMachineCommand', 3);
    link.loseAnswers('AckMachineCommand', 2);
    const launched = await machine.launch([]);
    await launched.untilEnded();
    await eventually('the command is acknowledged', () => {
      return link.sent.slice(before).filter((name) => name === 'AckMachineCommand').length >= 3;
    });
    expect(await launched.starts()).toHaveLength(1);
    expect(await launched.launch()).toMatchObject({ state: 'ENDED', fence: 4 });
  });

  it('does not understand, since it speaks another version, is asked again until it is understood', async () => {
    const before = daemon.said().length;
    link.misunderstand('ClaimMachineCommand', 2);
    const launched = await machine.launch([]);
    await launched.untilEnded();
    expect(await launched.starts()).toHaveLength(1);
    expect(daemon.said().slice(before)).toContain('a claim is repeated: the server does not understand it');
  });

  it('loses or repeats, of the reports of a session, is on the record once', async () => {
    for (const operation of ['ReportLaunch', 'RecordSessionEvents', 'ReportBriefing', 'NameProviderSession']) {
      link.loseAnswers(operation, 1);
      link.repeat(operation, 2);
    }
    const launched = await machine.launch([
      { say: { type: 'init', session: 'thread-3' } },
      { say: { type: 'tool', name: 'edit' } },
      { exit: 4 },
    ]);
    expect(await launched.untilEnded()).toMatchObject({ exitReason: 'CRASHED', providerSessionId: 'thread-3' });
    expect((await launched.events()).map(({ kind }) => kind)).toEqual(['INIT', 'TOOL']);
    const facts = await scene.test.app.prisma.event.groupBy({
      by: ['type'],
      where: { agentSessionId: launched.sessionId, type: { in: ['session.ended', 'session.briefed'] } },
      _count: true,
    });
    expect(facts.map(({ _count }) => _count)).toEqual([1, 1]);
  });
});

it('F-94: two requests under one key, sent at once, make one process', async () => {
  const request = await machine.request([]);
  const ask = () => services().fleet.startSession(scene.test.owner, request);
  const answers = await Promise.allSettled([ask(), ask(), ask()]);
  const launched = machine.found(await ask(), request.workspace);
  for (const answer of answers) {
    if (answer.status === 'fulfilled') expect(answer.value.launchId).toBe(launched.launchId);
  }
  await launched.untilEnded();
  expect(await launched.starts()).toHaveLength(1);
});

it('a daemon whose launch was claimed anew by another stops what it started under its own claim', async () => {
  const other = await scene.newMachine();
  const first = await other.serve();
  const launched = await other.launch([{ hang: true }]);
  const { pid } = await launched.untilStarted();
  await launched.until('ACTIVE');
  await first.end('SIGKILL');
  const { launchId: id } = launched;
  await scene.test.app.prisma.launch.update({ where: { id }, data: { fence: { increment: 1 } } });
  const second = await other.serve();
  await eventually('the process is gone', async () => !(await isAlive(pid)));
  await eventually('that is said', () => second.said().includes('STALE_FENCE'));
  expect(await launched.launch()).toMatchObject({ state: 'STARTED', fence: 2 });
});

it('a daemon whose sign-on the server lost signs on again, and its machine is online', async () => {
  const machineId = await machine.id();
  const presence = () => scene.test.app.prisma.machinePresence.findUnique({ where: { machineId } });
  await scene.test.app.prisma.machinePresence.delete({ where: { machineId } });
  await eventually('the daemon is known again', async () => (await presence()) !== null);
  expect(await isAlive(daemon.pid)).toBe(true);
});

describe('a daemon whose clock jumps', () => {
  const DAY_MS = 86_400_000;

  it('goes on with its session and takes the next, a day ahead and then a day behind', async () => {
    const jumping = await scene.newMachine();
    const clock = join(jumping.home, 'clock');
    await writeFile(clock, '0');
    const preload = pathToFileURL(resolve('tests/support/daemon/jumping-clock-main.mjs')).href;
    await jumping.serve({ env: { NODE_OPTIONS: `--import ${preload}`, TEST_CLOCK: clock } });
    const launched = await jumping.launch(
      [
        ...[{ say: { type: 'message', text: 'before' } }, { waitFor: 'ahead' }],
        ...[{ say: { type: 'tool', name: 'edit' } }, { waitFor: 'behind' }],
        ...[{ say: { type: 'usage', input: 5, output: 6 } }, { say: { type: 'result', ok: true } }],
      ],
      { timeoutMinutes: 30 },
    );
    const arrived = (count: number) =>
      eventually(`${count} events are on the record`, async () => (await launched.events()).length === count);
    await arrived(1);
    await writeFile(clock, String(DAY_MS));
    await launched.put('ahead');
    await arrived(2);
    await writeFile(clock, String(-DAY_MS));
    await launched.put('behind');
    expect(await launched.untilEnded()).toMatchObject({ exitReason: 'EXITED_WITHOUT_COMPLETION' });
    const events = await launched.events();
    expect(events.map(({ kind }) => kind)).toEqual(['MESSAGE', 'TOOL', 'USAGE', 'COMPLETED']);
    const [first, second, third] = events.map(({ occurredAt }) => occurredAt.getTime());
    expect(Number(second) - Number(first)).toBeGreaterThan(DAY_MS / 2);
    expect(Number(second) - Number(third)).toBeGreaterThan(DAY_MS);
    const next = await jumping.launch([{ say: { type: 'result', ok: true } }]);
    expect(await next.untilEnded()).toMatchObject({ exitReason: 'EXITED_WITHOUT_COMPLETION' });
  });
});
