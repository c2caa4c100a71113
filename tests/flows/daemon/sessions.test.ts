import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { authenticate } from '#server/auth/authenticate.ts';
import { newKey } from '#tests/support/cast.ts';
import { type DaemonScene, daemonScene } from '#tests/support/daemon/daemon-scene.ts';
import type { DaemonProcess } from '#tests/support/daemon/daemon-process.ts';
import { eventually } from '#tests/support/daemon/eventually.ts';
import type { Launched } from '#tests/support/daemon/launched.ts';
import type { TestMachine } from '#tests/support/daemon/test-machine.ts';
import { handoffScene } from '#tests/support/scenes/handoff-scene.ts';

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

const prisma = () => scene.test.app.prisma;
const modeOf = (path: string): number => statSync(path).mode & 0o777;
const receiptOf = (agentSessionId: string) => prisma().briefingReceipt.findUniqueOrThrow({ where: { agentSessionId } });

describe('a session on a machine', () => {
  it('runs from the request to its completion, recorded from inside with a credential that ends with it', async () => {
    const launched = await machine.launch([
      { say: { type: 'init', session: 'thread-7', model: 'scripted-1' } },
      { kernel: ['decision', 'record', 'Keep the old keys for a day', '--rationale', 'they are cached'] },
      { kernel: ['work', 'complete'] },
      { say: { type: 'usage', input: 1200, output: 34 } },
      { say: { type: 'result', ok: true } },
    ]);
    const ended = await launched.until('COMPLETED');
    expect(await launched.read('kernel.log')).toMatch(/^decision record .*: 0 \nwork complete: 0 $/m);
    expect(ended).toMatchObject({ exitReason: 'COMPLETED', providerSessionId: 'thread-7', model: 'scripted-1' });
    expect(await launched.launch()).toMatchObject({ state: 'ENDED', exitCode: 0, fence: 1 });
    expect((await launched.events()).map(({ kind }) => kind)).toEqual(['INIT', 'USAGE', 'COMPLETED']);
    const [start, ...more] = await launched.starts();
    expect(more).toEqual([]);
    expect(await authenticate(scene.test.app, start?.credential ?? '')).toBeNull();
    const decision = await prisma().decision.findFirstOrThrow({ where: { workItemId: ended.workItemId } });
    expect(decision.recordedBy).toMatchObject({ kind: 'session', id: launched.sessionId });
    expect(daemon.said()).not.toContain(start?.credential);
  });

  it('leaves nothing on the machine that another user could read, and what the agent makes is as its user is used to', async () => {
    const other = await scene.newMachine();
    const itsDaemon = await other.serve();
    const launched = await other.launch([
      { kernel: ['work', 'show', '--help'] },
      { say: { type: 'result', ok: true } },
    ]);
    await launched.untilEnded();
    await itsDaemon.end('SIGTERM');
    const left = await readdir(other.stateDir, { recursive: true, withFileTypes: true });
    const open = left.map((entry) => join(entry.parentPath, entry.name)).filter((path) => modeOf(path) & 0o077);
    expect(open).toEqual([]);
    expect(left.map(({ name }) => name)).toEqual(expect.arrayContaining(['pid', 'exit']));
    expect(modeOf(join(launched.workspace, 'kernel.log'))).toBe(0o666 & ~process.umask());
  });

  it('without a handoff is briefed from the work item, the access note last, and its receipt holds those bytes', async () => {
    const launched = await machine.launch([]);
    await launched.untilEnded();
    const { prompt } = await launched.untilStarted();
    const receipt = await receiptOf(launched.sessionId);
    expect(receipt.text).toBe(prompt);
    expect(receipt.sha256).toBe(createHash('sha256').update(prompt).digest('hex'));
    expect(receipt).toMatchObject({ packageVersion: null, packageHash: null });
    expect(prompt).toContain('Old keys sign nothing any more.');
    expect(prompt.trimEnd().split('\n\n').at(-1)).toContain('KERNEL_SESSION_TOKEN');
    expect(prompt).not.toContain(launched.sessionId.slice(-4).repeat(2));
    expect(daemon.said()).toContain(`session ${launched.sessionId} briefed from the work item alone`);
  });

  it('with a handoff is briefed from the package, whose hash the machine computed again', async () => {
    const handoff = await handoffScene(scene.test);
    await handoff.decide('Sign with Ed25519');
    await handoff.compile();
    const { handoffId, workItemId } = handoff;
    const launched = await machine.launch([], { workItem: { id: workItemId }, handoffId });
    await launched.untilEnded();
    const { prompt } = await launched.untilStarted();
    const { packageHash } = await launched.launch();
    expect(prompt).toContain('Sign with Ed25519');
    expect(await receiptOf(launched.sessionId)).toMatchObject({ text: prompt, packageHash, packageVersion: 1 });
    expect(daemon.said()).toContain(
      `session ${launched.sessionId} briefed from handoff ${handoffId} (package v1, ${packageHash?.slice(0, 8)}…)`,
    );
  });

  it('is refused with a package that was tampered with, and no process is made', async () => {
    const handoff = await handoffScene(scene.test);
    await handoff.compile();
    const { handoffId, workItemId } = handoff;
    const document = JSON.stringify(await handoff.document()).replace('Rotate', 'Publish');
    await prisma().handoffPackage.update({
      where: { handoffId_version: { handoffId, version: 1 } },
      data: { document },
    });
    const launched = await machine.launch([], { workItem: { id: workItemId }, handoffId });
    expect(await launched.untilEnded()).toMatchObject({ status: 'FAILED', exitReason: 'PACKAGE_MISMATCH' });
    expect(await launched.starts()).toEqual([]);
  });

  it('F-91: that exits with 0 and completed nothing is shown as that, and is not run again', async () => {
    const launched = await machine.launch([{ say: { type: 'message', text: 'All done!' } }]);
    const ended = await launched.untilEnded();
    expect(ended).toMatchObject({ status: 'COMPLETED', exitReason: 'EXITED_WITHOUT_COMPLETION' });
    const commands = await prisma().machineCommand.findMany({ where: { launchId: launched.launchId } });
    expect(commands).toHaveLength(1);
    await eventually('the command is acknowledged', async () => {
      const { launchId } = launched;
      return (await prisma().machineCommand.count({ where: { launchId, acknowledgedAt: { not: null } } })) === 1;
    });
    expect(await launched.starts()).toHaveLength(1);
  });

  it('F-13: that crashes tells its exit code and its last words, without the secrets in them', async () => {
    const launched = await machine.launch([{ complain: 'no route; key=sk-ant-api03-abcdefghijklmnop' }, { exit: 3 }]);
    const ended = await launched.untilEnded();
    expect(ended).toMatchObject({ status: 'FAILED', exitReason: 'CRASHED' });
    expect(ended.endReason).toMatch(/exit code 3: no route/);
    expect(ended.endReason).not.toContain('abcdefghijklmnop');
    expect(await launched.launch()).toMatchObject({ exitCode: 3 });
  });

  it('F-16 F-28 F-29: goes on with no earlier run, be that of other work, failed, or gone from the machine', async () => {
    const thread = (session: string) => ({ say: { type: 'init', session } });
    const first = await machine.launch([thread('gone'), { complain: 'half done' }, { exit: 3 }]);
    expect((await first.untilEnded()).exitReason).toBe('CRASHED');
    const { workItemId: id } = await first.session();
    const other = await machine.launch([thread('of other work')]);
    expect((await other.untilEnded()).providerSessionId).toBe('of other work');
    const again = await machine.launch([thread('fresh')], { workItem: { id } });
    expect(await again.untilEnded()).toMatchObject({ workItemId: id, providerSessionId: 'fresh' });
    const [{ prompt, words }, before] = [await again.untilStarted(), await first.untilStarted()];
    expect(words).toEqual(['--prompt', prompt]);
    const own = (text: string, launched: Launched) => text.replaceAll(launched.sessionId, '<session>');
    expect(own(prompt, again), 'as the first was briefed').toBe(own(before.prompt, first));
    expect((await first.session()).providerSessionId).toBe('gone');
  });

  it('F-25: is known by its credential, never by what is newest: two in one repository, the second first', async () => {
    const record = (statement: string) => ({ kernel: ['decision', 'record', statement] });
    const handOff = { kernel: ['handoff', 'create', '--to', 'codex', '--purpose', 'test it'] };
    const init = (session: string) => ({ say: { type: 'init', session } });
    const slow = await machine.launch([{ waitFor: 'go' }, init('slow'), record('slow'), handOff]);
    await slow.untilStarted();
    execFileSync('git', ['init', '--quiet'], { cwd: slow.workspace });
    const { workItemId: id } = await slow.session();
    const inside = join(slow.workspace, 'inside');
    await mkdir(inside);
    await writeFile(join(inside, 'orders.json'), JSON.stringify([init('quick'), record('quick'), handOff]));
    const quick = await machine.launch([], { workItem: { id }, workspace: inside });
    await quick.untilEnded();
    await slow.put('go');
    await slow.untilEnded();
    for (const [name, { sessionId }] of Object.entries({ slow, quick })) {
      const decision = await prisma().decision.findFirstOrThrow({ where: { workItemId: id, statement: name } });
      expect(decision.recordedBy).toMatchObject({ id: sessionId });
      expect(await prisma().handoff.count({ where: { sourceSessionId: sessionId } })).toBe(1);
      const session = await prisma().agentSession.findUniqueOrThrow({ where: { id: sessionId } });
      expect(session.providerSessionId).toBe(name);
    }
  });

  it('F-97b: does not begin in a folder in which another one works', async () => {
    const first = await machine.launch([{ hang: true }]);
    await first.untilStarted();
    const second = await machine.launch([], { workspace: first.workspace });
    expect(await second.untilEnded()).toMatchObject({ status: 'FAILED', exitReason: 'WORKSPACE_BUSY' });
    expect((await first.session()).status).toBe('ACTIVE');
    const { sessionId } = first;
    await scene.test.app.services.fleet.stopSession(scene.test.owner, { sessionId, idempotencyKey: newKey() });
    await first.until('CANCELLED');
    await first.put('orders.json', '[]');
    const third = await machine.launch([], { workspace: first.workspace });
    expect((await third.untilEnded()).exitReason).not.toBe('WORKSPACE_BUSY');
  });
});
