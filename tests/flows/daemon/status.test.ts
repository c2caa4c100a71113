import { execFileSync } from 'node:child_process';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newKey } from '#tests/support/cast.ts';
import { type DaemonScene, daemonScene } from '#tests/support/daemon/daemon-scene.ts';
import { eventually } from '#tests/support/daemon/eventually.ts';
import { faultyLink } from '#tests/support/daemon/faulty-link.ts';
import type { TestMachine } from '#tests/support/daemon/test-machine.ts';

// Each test starts processes, and the machine may be loaded.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Makes a named pipe, which holds who reads it until somebody writes. */
const MAKE_PIPE = 'mkfifo';

let scene: DaemonScene;
beforeAll(async () => {
  scene = await daemonScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

/** Runs `kernel daemon why`, and gives its exit code and its sentence. */
async function why(machine: TestMachine, words: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const { code, said } = await machine.run(['daemon', 'why', ...words], env);
  return [code, said.trim()] as const;
}

/** Asks until the sentence is another one than before, as when a daemon has just learned something. */
const untilWhy = (machine: TestMachine, pattern: RegExp, words: readonly string[] = []) =>
  eventually(`why says ${String(pattern)}`, async () => {
    const [code, said] = await why(machine, words);
    return pattern.test(said) && code;
  });

describe('kernel daemon why', () => {
  it('says that no daemon runs, and how the last one ended', async () => {
    const machine = await scene.newMachine();
    const never = 'No daemon runs on this machine: run kernel daemon, or kernel up.';
    expect(await why(machine)).toEqual([4, never]);
    const daemon = await machine.serve();
    await daemon.end('SIGTERM');
    expect(await why(machine)).toEqual([4, never]);
    await (await machine.serve()).end('SIGKILL');
    expect(await why(machine)).toEqual([4, `${never} The last one was killed; the next one takes up what it left.`]);
  });

  it('says that nobody is signed in, as the daemon that could not register said when it ended', async () => {
    const machine = await scene.newMachine();
    const env = { KERNEL_TOKEN: '' };
    expect(await machine.start({ env }).ended).toBe(8);
    const [code, said] = await why(machine, [], env);
    expect(code).toBe(4);
    expect(said).toContain('is not registered at');
    expect(said).toContain('run kernel login, then kernel daemon');
  });

  it('says which runtime is ready, not known, disabled by the organisation, or nobody can tell of', async () => {
    const machine = await scene.newMachine();
    await machine.serve();
    await untilWhy(machine, /^scripted is offered\.$/, ['scripted']);
    expect(await why(machine)).toEqual([0, 'This machine is offered.']);
    expect(await why(machine, ['gemini'])).toEqual([4, 'The daemon of this machine does not know the runtime gemini.']);
    const { fleet } = scene.test.app.services;
    await fleet.setRuntimeEnabled(scene.test.owner, { runtime: 'scripted', isEnabled: false });
    const disabled = await why(machine, ['scripted']);
    await fleet.setRuntimeEnabled(scene.test.owner, { runtime: 'scripted', isEnabled: true });
    expect(disabled).toEqual([4, 'scripted is not enabled in this organisation: kernel runtime enable scripted.']);
    const [code, said] = await why(machine, ['scripted'], { KERNEL_TOKEN: '' });
    expect(code).toBe(6);
    expect(said).toMatch(/^Nothing on this machine keeps scripted from being offered; .* could not be asked: /);
  });

  it('says that the server cannot be reached, with no server there to ask', async () => {
    const machine = await scene.newMachine();
    await using link = await faultyLink(scene.test.url);
    const daemon = await machine.serve({ serverUrl: link.url });
    link.cut();
    expect(await untilWhy(machine, /^The daemon does not reach http:.*it answered last at/)).toBe(4);
    await daemon.untilSaid(/No answer from the Kernel server.*does not serve this machine; it is tried again/);
    link.mend();
    expect(await eventually('it is offered again', async () => (await why(machine))[0] === 0)).toBe(true);
    await daemon.untilSaid(/the server serves this machine again/);
  });

  it('answers in JSON', async () => {
    const machine = await scene.newMachine();
    const { said } = await machine.run(['daemon', 'why', 'scripted', '--json']);
    expect(JSON.parse(said)).toEqual({ offered: false, reason: expect.stringContaining('No daemon runs') as string });
  });
});

describe('kernel daemon status', () => {
  it('finds the daemon of a server wherever that keeps its state, as kernel up --data-dir does', async () => {
    const machine = await scene.newMachine();
    const env = { KERNEL_DAEMON_DIR: '' };
    const stateDir = join(machine.home, 'data', 'daemon');
    const daemon = await machine.serve({ env, words: ['--state-dir', stateDir] });
    const { code, said } = await machine.run(['daemon', 'status', '--json'], env);
    expect(code).toBe(0);
    expect(JSON.parse(said)).toMatchObject({ running: true, stateDir, daemon: { pid: daemon.pid } });
    const named = await machine.run(['daemon', 'status', '--json', '--data-dir', join(machine.home, 'data')], env);
    expect(JSON.parse(named.said)).toMatchObject({ running: true, stateDir });
    const second = machine.start({ env });
    expect(await second.ended).toBe(8);
    expect(second.said()).toContain(`A daemon runs here already: process ${daemon.pid} on `);
    await daemon.end('SIGTERM');
    const after = await machine.run(['daemon', 'status'], env);
    expect(after.code).toBe(1);
    expect(after.said).toContain('does not run');
  });

  it('and a second daemon of a state folder are told the first by name', async () => {
    const machine = await scene.newMachine();
    const first = await machine.serve();
    const second = machine.start();
    expect(await second.ended).toBe(8);
    expect(second.said()).toContain(`A daemon runs here already: process ${first.pid} on `);
    expect((await machine.run(['daemon', 'status'])).said).toContain(`process ${first.pid} on `);
  });
});

it('F-83: a machine is served and heard of before its runtimes, slow to answer, have said what they are', async () => {
  const machine = await scene.newMachine();
  await using link = await faultyLink(scene.test.url);
  const { home } = machine;
  // The program answers nothing until the gate was opened once.
  execFileSync(MAKE_PIPE, [join(home, 'gate')]);
  const script = `#!/bin/sh\n[ -e '${home}/open' ] || read -r line < '${home}/gate'\nexit 1\n`;
  await writeFile(join(home, 'codex'), script, { mode: 0o755 });
  const daemon = machine.start({ serverUrl: link.url, env: { KERNEL_CODEX_PATH: join(home, 'codex') } });
  await daemon.untilSaid(/the machine is served/);
  await eventually('it is heard of', () => link.sent.includes('RecordHeartbeat'));
  await writeFile(join(home, 'open'), '');
  await using gate = await open(join(home, 'gate'), 'r+');
  // A line for each question that waits.
  await gate.write('\n'.repeat(8));
  const where = { machine: { name: machine.name }, runtime: 'codex' };
  const codex = await eventually('its runtimes are reported', async () => {
    return (await scene.test.app.prisma.machineRuntime.findFirst({ where })) ?? undefined;
  });
  expect(codex).toMatchObject({ isInstalled: true, isUsable: false });
  expect(link.sent.indexOf('RecordHeartbeat')).toBeLessThan(link.sent.indexOf('ReportRuntimes'));
});

describe('a credential', () => {
  it('that another process renewed is read again when the server refuses the one before', async () => {
    const machine = await scene.newMachine();
    const daemon = await machine.serve();
    const { app, owner, url } = scene.test;
    const { id: tokenId } = await app.prisma.token.findFirstOrThrow({ where: { machineId: await machine.id() } });
    const { secret } = await app.services.tokens.rotateToken(owner, { tokenId, idempotencyKey: newKey() });
    const token = secret ?? '';
    await machine.editRegistration(url, token);
    const launched = await machine.launch([]);
    await launched.untilEnded();
    expect(daemon.said()).not.toContain(token);
  });

  it('of a person that was renewed registers the machine: it is read when it is needed', async () => {
    const machine = await scene.newMachine();
    const env = { KERNEL_TOKEN: '', KERNEL_SERVER_URL: '' };
    const folder = join(machine.home, '.config', 'kernel');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const servers = { [scene.test.url]: { token: scene.test.ownerToken } };
    const text = JSON.stringify({ default: scene.test.url, servers });
    await writeFile(join(folder, 'credentials.json'), text, { mode: 0o600 });
    await machine.start({ env }).untilSaid(/the machine is served/);
  });
});
