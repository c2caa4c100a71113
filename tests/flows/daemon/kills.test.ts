import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newKey } from '#tests/support/cast.ts';
import { type DaemonScene, daemonScene } from '#tests/support/daemon/daemon-scene.ts';
import { eventually, groupOf, isAlive } from '#tests/support/daemon/eventually.ts';
import { faultyLink } from '#tests/support/daemon/faulty-link.ts';

// Each test starts processes, and the machine may be loaded.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let scene: DaemonScene;
beforeAll(async () => {
  scene = await daemonScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

const prisma = () => scene.test.app.prisma;

describe('a daemon that is killed', () => {
  it('F-89: while its session runs takes that up again, reports what it said meanwhile, and starts nothing twice', async () => {
    const machine = await scene.newMachine();
    const first = await machine.serve();
    const launched = await machine.launch([
      { say: { type: 'init', session: 'thread-1' } },
      { waitFor: 'killed' },
      { say: { type: 'tool', name: 'edit' } },
      { waitFor: 'go' },
      { say: { type: 'result', ok: true } },
      { exit: 0 },
    ]);
    await eventually('the first event is on the record', async () => (await launched.events()).length === 1);
    await first.end('SIGKILL');
    await launched.put('killed');
    const second = await machine.serve();
    await eventually('the second event is on the record', async () => (await launched.events()).length === 2);
    await launched.put('go');
    expect(await launched.untilEnded()).toMatchObject({ providerSessionId: 'thread-1' });
    expect((await launched.events()).map(({ kind }) => kind)).toEqual(['INIT', 'TOOL', 'COMPLETED']);
    expect(await launched.starts()).toHaveLength(1);
    expect(await launched.launch()).toMatchObject({ state: 'ENDED', fence: 1, exitCode: 0 });
    expect(second.said()).toContain('"isTakenUp":true');
  });

  it('reports the exit code of a session that ended while no daemon was there', async () => {
    const machine = await scene.newMachine();
    const first = await machine.serve();
    const launched = await machine.launch([{ waitFor: 'killed' }, { complain: 'it broke' }, { exit: 7 }]);
    const { pid } = await launched.untilStarted();
    await launched.until('ACTIVE');
    await first.end('SIGKILL');
    await launched.put('killed');
    await eventually('the agent is gone', async () => !(await isAlive(pid)));
    await machine.serve();
    const ended = await launched.untilEnded();
    expect(ended).toMatchObject({ status: 'FAILED', exitReason: 'CRASHED' });
    expect(ended.endReason).toContain('exit code 7: it broke');
    expect(await launched.launch()).toMatchObject({ exitCode: 7 });
  });

  it('reports as lost, by evidence, a session whose processes were killed with it', async () => {
    const machine = await scene.newMachine();
    const first = await machine.serve();
    const launched = await machine.launch([{ hang: true }]);
    const { pid } = await launched.untilStarted();
    await launched.until('ACTIVE');
    await first.end('SIGKILL');
    process.kill(-(await groupOf(pid)), 'SIGKILL');
    await machine.serve();
    expect(await launched.untilEnded()).toMatchObject({ status: 'FAILED', exitReason: 'LOST' });
    expect(await launched.starts()).toHaveLength(1);
  });

  it('leaves what a person resumes: the run of the runtime goes on as a session of its own, told what the record says', async () => {
    const machine = await scene.newMachine();
    const daemon = await machine.serve();
    const lost = await machine.launch([{ say: { type: 'init', session: 'thread-1' } }, { hang: true }]);
    const { pid, credential } = await lost.untilStarted();
    await eventually('its run is named', async () => (await lost.session()).providerSessionId !== null);
    await daemon.end('SIGKILL');
    process.kill(-(await groupOf(pid)), 'SIGKILL');
    await machine.serve();
    await lost.untilEnded();
    await lost.put('orders.json', JSON.stringify([{ say: { type: 'init', session: 'thread-1' } }, { exit: 0 }]));
    const { code, said } = await machine.run(['session', 'resume', lost.sessionId, '--json']);
    expect({ code, said }).toMatchObject({ code: 0 });
    const { id: sessionId } = (JSON.parse(said) as { session: { id: string } }).session;
    const { id: launchId } = await prisma().launch.findUniqueOrThrow({ where: { agentSessionId: sessionId } });
    const resumed = machine.found({ sessionId, launchId }, lost.workspace);
    expect(await resumed.untilEnded()).toMatchObject({
      parentSessionId: lost.sessionId,
      providerSessionId: 'thread-1',
    });
    const [start, ...more] = await resumed.starts();
    expect(more).toEqual([]);
    expect(start?.words).toEqual(['--prompt', start?.prompt, '--resume', 'thread-1']);
    expect(start?.prompt).toMatch(
      new RegExp(`^You go on with your earlier session ${lost.sessionId}, which has ended`),
    );
    expect(start?.prompt.trimEnd().split('\n\n').at(-1)).toContain(sessionId);
    expect(start?.credential).not.toBe(credential);
  });

  it('does not hand a runtime what is said to be the id of its run and could be an option of its program', async () => {
    const machine = await scene.newMachine();
    await machine.serve();
    const first = await machine.launch([{ say: { type: 'init', session: '--dangerously' } }]);
    await first.untilEnded();
    const input = { sessionId: first.sessionId, idempotencyKey: newKey() };
    const resumed = machine.found(
      await scene.test.app.services.fleet.resumeSession(scene.test.owner, input),
      first.workspace,
    );
    const ended = await resumed.untilEnded();
    expect(ended).toMatchObject({ status: 'FAILED', exitReason: 'CRASHED' });
    expect(ended.endReason).toMatch(/looks like none that a runtime makes/);
    expect(await resumed.starts()).toEqual([]);
  });

  it('before it could claim begins the session once it is back', async () => {
    const machine = await scene.newMachine();
    await using link = await faultyLink(scene.test.url);
    const first = await machine.serve({ serverUrl: link.url });
    link.loseAnswers('ClaimMachineCommand', Infinity);
    const launched = await machine.launch([]);
    await eventually('a claim was sent', () => link.sent.includes('ClaimMachineCommand'));
    await first.end('SIGKILL');
    expect(await launched.starts()).toEqual([]);
    link.loseAnswers('ClaimMachineCommand', 0);
    await machine.start({ serverUrl: link.url }).untilSaid(/the machine is served/);
    await launched.untilEnded();
    expect(await launched.starts()).toHaveLength(1);
    expect((await launched.launch()).fence).toBeGreaterThan(1);
  });

  it('at any moment of a session, again and again, starts it once and brings it to its end', async () => {
    const machine = await scene.newMachine();
    await (await machine.serve()).end('SIGKILL');
    const launches = [];
    for (let round = 0; round < 4; round += 1) {
      const launched = await machine.launch([{ say: { type: 'message', text: 'hello' } }, { exit: 0 }]);
      launches.push(launched);
      const daemon = machine.start();
      const marks = [/the machine is served/, /briefed from/, /session ended/];
      await daemon.untilSaid(marks[round % marks.length] ?? /./);
      await daemon.end('SIGKILL');
    }
    const last = machine.start();
    for (const launched of launches) {
      await launched.untilEnded();
      expect((await launched.starts()).length).toBeLessThanOrEqual(1);
      expect((await launched.launch()).state).toBe('ENDED');
      expect((await launched.session()).exitReason).toBe('EXITED_WITHOUT_COMPLETION');
      expect(await launched.starts()).toHaveLength(1);
    }
    await eventually('every command is acknowledged', async () => {
      const where = { machineId: await machine.id(), acknowledgedAt: null };
      return (await prisma().machineCommand.count({ where })) === 0;
    });
    expect(last.said()).not.toContain('was refused and put aside');
  });

  it('F-82: and started again is the same machine with the same runtimes, and runs what was asked for meanwhile', async () => {
    const machine = await scene.newMachine();
    await (await machine.serve()).end('SIGKILL');
    const id = await machine.id();
    const launched = await machine.launch([]);
    await machine.serve({ words: ['--name', 'another name'] });
    await launched.untilEnded();
    expect(await machine.id()).toBe(id);
    expect(await prisma().machineRuntime.count({ where: { machineId: id, runtime: 'scripted' } })).toBe(1);
  });
});

describe('a launch that the ledger of its machine does not know', () => {
  it.each(['ENDED', 'RELAUNCH'] as const)(
    'is uncertain, is not repeated by itself, and is settled as %s',
    async (as) => {
      const machine = await scene.newMachine();
      const first = await machine.serve();
      const launched = await machine.launch([{ hang: true }]);
      const { pid } = await launched.untilStarted();
      // A report of its start that still waits in the outbox would come after what is written here.
      await launched.until('ACTIVE');
      await first.end('SIGKILL');
      process.kill(-(await groupOf(pid)), 'SIGKILL');
      if (as === 'RELAUNCH') {
        const { launchId: id, sessionId } = launched;
        await prisma().launch.update({ where: { id }, data: { state: 'CLAIMED', startedAt: null } });
        await prisma().agentSession.update({ where: { id: sessionId }, data: { status: 'STARTING' } });
      }
      await machine.forgetLaunches();
      await machine.serve();
      await eventually('it is uncertain', async () => (await launched.launch()).state === 'UNCERTAIN');
      expect((await launched.launch()).uncertainty).toContain('does not know the launch');
      expect((await machine.run(['inbox', '--json'])).said).toContain(launched.sessionId);
      expect(await launched.starts()).toHaveLength(1);
      if (as === 'RELAUNCH') await launched.put('orders.json', '[]');
      const settled = await machine.run(['session', 'resolve', launched.sessionId, '--as', as.toLowerCase()]);
      expect(settled.code).toBe(0);
      const ended = await launched.untilEnded();
      expect(await launched.starts()).toHaveLength(as === 'RELAUNCH' ? 2 : 1);
      expect(ended.exitReason).toBe(as === 'RELAUNCH' ? 'EXITED_WITHOUT_COMPLETION' : 'LOST');
      const again = await machine.run([
        'session',
        'resolve',
        launched.sessionId,
        '--as',
        'ended',
        '--idempotency-key',
        newKey(),
      ]);
      expect(again.code).toBe(4);
    },
  );
});
