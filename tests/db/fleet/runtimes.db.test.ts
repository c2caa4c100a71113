import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#server/auth/actor.ts';
import { createFakeClock } from '#server/clock.ts';
import { ForbiddenError, ValidationError } from '#server/errors.ts';
import { addMachine, addMember, newKey } from '#tests/support/cast.ts';
import { signOnDaemon } from '#tests/support/scenes/fleet.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const clock = createFakeClock();
let test: TestApp;
let machine: Actor;
let instanceId: string;
beforeAll(async () => {
  test = await createTestApp({ clock });
  machine = (await addMachine(test.app, test.owner, 'laptop')).actor;
  ({ instanceId } = await signOnDaemon(test.app, machine));
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const usable = { isInstalled: true, path: '/usr/bin/it', version: '1.0', signIn: 'SIGNED_IN', isUsable: true } as const;
const report = (fields: object = {}, runtime = 'codex') =>
  test.app.services.fleet.reportRuntimes(machine, { instanceId, runtimes: [{ runtime, ...usable, ...fields }] });
const enable = (runtime: string, isEnabled: boolean, actor: Actor = test.owner) =>
  test.app.services.fleet.setRuntimeEnabled(actor, { runtime, isEnabled });
const statusOf = async (runtime: string) =>
  (await test.app.services.fleet.listRuntimes(test.owner)).find((row) => row.runtime === runtime);

describe('a runtime', () => {
  it('is offered when it is enabled and an online machine serves it signed in', async () => {
    await report();
    expect(await statusOf('codex')).toMatchObject({ isEnabled: true, isOffered: true, reason: null });
  });

  it.each([
    [{ isInstalled: false, isUsable: false }, 'codex is not installed on laptop, nor on another online machine.'],
    [
      { signIn: 'SIGNED_OUT', isUsable: false, problem: 'Run codex login.' },
      'codex on laptop is not signed in. Run codex login.',
    ],
    [{ isUsable: false, problem: 'It hangs.' }, 'codex on laptop is not usable: It hangs.'],
  ])('is not offered when the report says %o, and the reason tells why', async (fields, reason) => {
    await report(fields);
    expect(await statusOf('codex')).toMatchObject({ isOffered: false, reason });
  });

  it('is not offered while the organisation does not use it, and says how to change that', async () => {
    await report({}, 'gemini');
    expect(await statusOf('gemini')).toMatchObject({
      isOffered: false,
      reason: expect.stringContaining('kernel runtime enable gemini') as string,
    });
    await enable('gemini', true);
    expect(await statusOf('gemini')).toMatchObject({ isOffered: true });
    await enable('gemini', false);
    expect(await statusOf('gemini')).toMatchObject({ isOffered: false });
  });

  it('is not offered once its machine is silent', async () => {
    await report();
    clock.advance(60_000);
    expect(await statusOf('codex')).toMatchObject({
      isOffered: false,
      reason: 'codex is on laptop, which is offline: run kernel daemon there.',
    });
    await test.app.services.fleet.recordHeartbeat(machine, { instanceId });
    expect(await statusOf('codex')).toMatchObject({ isOffered: true });
  });

  it('that a newer report leaves out is not served any more, which is said of the daemon that runs and of none', async () => {
    await test.app.services.fleet.reportRuntimes(machine, { instanceId, runtimes: [] });
    const remedy = 'set it up there, or run kernel daemon where it is installed';
    expect(await statusOf('codex')).toMatchObject({
      reason: `The daemon of laptop knows no runtime codex: ${remedy}.`,
    });
    clock.advance(60_000);
    expect(await statusOf('codex')).toMatchObject({
      reason: 'No machine is online: run kernel daemon where codex is installed.',
    });
    await test.app.services.fleet.recordHeartbeat(machine, { instanceId });
  });
});

it('a report that says the same again is no news', async () => {
  await report({ version: '2.0' });
  const count = () => test.app.prisma.event.count({ where: { type: 'machine.runtimes_reported' } });
  const before = await count();
  await report({ version: '2.0' });
  expect(await count()).toBe(before);
  await report({ version: '2.1' });
  expect(await count()).toBe(before + 1);
});

it('refuses one runtime twice, and the report of a daemon that does not serve the machine', async () => {
  const runtimes = [
    { runtime: 'claude', ...usable },
    { runtime: 'claude-code', ...usable },
  ];
  await expect(test.app.services.fleet.reportRuntimes(machine, { instanceId, runtimes })).rejects.toThrow(
    ValidationError,
  );
  const other = { instanceId: newKey(), runtimes: [] };
  await expect(test.app.services.fleet.reportRuntimes(machine, other)).rejects.toThrow('Sign on first');
});

it('any member enables a runtime, and no machine does', async () => {
  const { actor: member } = await addMember(test.app, test.owner);
  await enable('opencode', true, member);
  await expect(enable('opencode', false, machine)).rejects.toThrow(ForbiddenError);
});
