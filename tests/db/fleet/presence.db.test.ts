import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#server/auth/actor.ts';
import { createFakeClock } from '#server/clock.ts';
import { ConflictError, ForbiddenError } from '#server/errors.ts';
import { addMachine, newKey, signIn } from '#tests/support/cast.ts';
import { signOnDaemon } from '#tests/support/scenes/fleet.ts';
import { type LaunchScene, launchScene } from '#tests/support/scenes/launch-scene.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const clock = createFakeClock();
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ clock });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

let machines = 0;
const newMachine = async (): Promise<Actor> => {
  machines += 1;
  return (await addMachine(test.app, test.owner, `machine ${machines}`)).actor;
};

const isOnline = async (machine: Actor): Promise<boolean | undefined> => {
  const query = 'query ($id: ID!) { node(id: $id) { ... on Machine { isOnline lastSeenAt } } }';
  const { data } = await test.graphql<{ node: { isOnline: boolean } }>(query, { id: machine.id });
  return data?.node.isOnline;
};

describe('a machine', () => {
  it('is online from its daemon’s first word, and offline once nothing was heard of it for longer than the grace', async () => {
    const machine = await newMachine();
    expect(await isOnline(machine)).toBe(false);
    const { instanceId } = await signOnDaemon(test.app, machine);
    expect(await isOnline(machine)).toBe(true);
    clock.advance(45_000);
    expect(await isOnline(machine)).toBe(true);
    clock.advance(1);
    expect(await isOnline(machine)).toBe(false);
    await test.app.services.fleet.recordHeartbeat(machine, { instanceId });
    expect(await isOnline(machine)).toBe(true);
  });

  it('stays online through hours of heartbeats, at whatever moment somebody looks', async () => {
    const machine = await newMachine();
    const { instanceId } = await signOnDaemon(test.app, machine);
    for (let beat = 0; beat < 50; beat++) {
      clock.advance(10_000);
      expect(await isOnline(machine)).toBe(true);
      await test.app.services.fleet.recordHeartbeat(machine, { instanceId });
    }
  });

  it('is offline at once when its daemon says goodbye, and a late heartbeat does not bring it back', async () => {
    const machine = await newMachine();
    const { instanceId } = await signOnDaemon(test.app, machine);
    await test.app.services.fleet.signOffMachine(machine, { instanceId });
    expect(await isOnline(machine)).toBe(false);
    await expect(test.app.services.fleet.recordHeartbeat(machine, { instanceId })).rejects.toThrow(ConflictError);
    expect(await isOnline(machine)).toBe(false);
  });
});

describe('a second daemon', () => {
  it('is refused by the name of the first, and may serve the machine once the first is silent', async () => {
    const machine = await newMachine();
    const first = await signOnDaemon(test.app, machine);
    await expect(signOnDaemon(test.app, machine)).rejects.toThrow(/served by another daemon: process of machine/);
    clock.advance(45_001);
    await signOnDaemon(test.app, machine);
    const late = test.app.services.fleet.recordHeartbeat(machine, { instanceId: first.instanceId });
    await expect(late).rejects.toThrow(/process of machine \d+ does/);
  });

  it('takes over at once when it knows the first to be gone', async () => {
    const machine = await newMachine();
    const first = await signOnDaemon(test.app, machine);
    const second = await signOnDaemon(test.app, machine, first.instanceId);
    await test.app.services.fleet.recordHeartbeat(machine, { instanceId: second.instanceId });
  });

  it('F-95: may come before or after the goodbye of the first, which frees the machine and never takes it from the second', async () => {
    const { signOffMachine, recordHeartbeat } = test.app.services.fleet;
    const machine = await newMachine();
    const first = await signOnDaemon(test.app, machine);
    await signOffMachine(machine, { instanceId: first.instanceId });
    const second = await signOnDaemon(test.app, machine);
    await signOffMachine(machine, { instanceId: first.instanceId });
    expect(await isOnline(machine)).toBe(true);
    const third = await signOnDaemon(test.app, machine, second.instanceId);
    await signOffMachine(machine, { instanceId: second.instanceId });
    expect(await isOnline(machine)).toBe(true);
    await recordHeartbeat(machine, { instanceId: third.instanceId });
    await expect(recordHeartbeat(machine, { instanceId: second.instanceId })).rejects.toThrow(ConflictError);
    const serves = await test.app.prisma.machinePresence.findUniqueOrThrow({ where: { machineId: machine.id } });
    expect(serves).toMatchObject({ instanceId: third.instanceId, signedOffAt: null });
  });

  it('of many that come at once, one serves the machine', async () => {
    const machine = await newMachine();
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => signOnDaemon(test.app, machine)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('registering a machine', () => {
  const register = (identity: string, name: string) =>
    test.app.services.tokens.registerMachine(test.owner, { identity, name, idempotencyKey: newKey() });

  it('finds the same machine by its identity after restarts, renames and new host names', async () => {
    const identity = newKey();
    const { machineId, secret } = await register(identity, 'laptop');
    expect((await signIn(test.app, secret)).id).toBe(machineId);
    await test.app.services.machines.renameMachine(test.owner, { machineId, name: 'Mia’s laptop'.replace('’', ' ') });
    expect((await register(identity, 'laptop.local')).machineId).toBe(machineId);
    const { name } = await test.app.prisma.machine.findUniqueOrThrow({ where: { id: machineId } });
    expect(name).toBe('Mia s laptop');
  });

  it('tells two machines of one name apart, also when they come at once', async () => {
    const made = await Promise.all([newKey(), newKey(), newKey()].map((identity) => register(identity, 'build')));
    const rows = await test.app.prisma.machine.findMany({ where: { id: { in: made.map((row) => row.machineId) } } });
    expect(rows.map(({ name }) => name).sort()).toEqual(['build', 'build-2', 'build-3']);
  });

  it('takes over a machine that was only named so far', async () => {
    const { actor } = await addMachine(test.app, test.owner, 'named before');
    expect((await register(newKey(), 'named before')).machineId).toBe(actor.id);
  });

  it('refuses a name that another machine has', async () => {
    const { machineId } = await register(newKey(), 'one');
    await register(newKey(), 'two');
    const rename = test.app.services.machines.renameMachine(test.owner, { machineId, name: 'two' });
    await expect(rename).rejects.toThrow(ConflictError);
  });
});

it('only a daemon, with its machine’s credential, says that a machine is there', async () => {
  await expect(signOnDaemon(test.app, test.owner)).rejects.toThrow(ForbiddenError);
});

describe('a heartbeat of a machine that runs sessions', () => {
  const toStop = async (of: LaunchScene) =>
    (await test.app.services.fleet.recordHeartbeat(of.machine, of.daemon)).launchesToStop;

  it('F-86: tells what was stopped, what ended on the record and what work was cancelled while the machine was away', async () => {
    const away = await launchScene(test, 'away');
    const started = async () => {
      const requested = await away.request();
      const { fence } = await away.claim(requested);
      await away.report(requested, fence, { state: 'STARTED' });
      return requested;
    };
    const [goesOn, stopped, over, cancelled] = [await started(), await started(), await started(), await started()];
    expect(await toStop(away)).toEqual([]);
    await away.stop(stopped);
    const end = { sessionId: over.sessionId, status: 'FAILED', idempotencyKey: newKey() } as const;
    await test.app.services.sessions.endSession(test.owner, end);
    const { workItemId: id } = await away.session(cancelled);
    await test.app.services.work.cancelWorkItem(test.owner, { workItem: { id }, idempotencyKey: newKey() });
    expect(await toStop(away)).toEqual([stopped, over, cancelled].map(({ launchId }) => launchId).sort());
    expect((await away.launch(goesOn)).state).toBe('STARTED');
  });

  it('no more names a launch whose end was reported', async () => {
    const away = await launchScene(test, 'back');
    const requested = await away.request();
    const { fence } = await away.claim(requested);
    await away.report(requested, fence, { state: 'STARTED' });
    await away.stop(requested);
    await away.report(requested, fence, { state: 'ENDED', exitReason: 'CANCELLED' });
    expect(await toStop(away)).toEqual([]);
  });
});
