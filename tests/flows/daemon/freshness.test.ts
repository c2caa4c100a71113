import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newKey } from '#tests/support/cast.ts';
import { type DaemonScene, daemonScene } from '#tests/support/daemon/daemon-scene.ts';
import type { TestMachine } from '#tests/support/daemon/test-machine.ts';

let scene: DaemonScene;
let machine: TestMachine;
beforeAll(async () => {
  scene = await daemonScene();
  machine = await scene.newMachine();
  await machine.serve();
});
afterAll(() => scene[Symbol.asyncDispose]());

function git(cwd: string, ...args: string[]): string {
  const who = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
  return execFileSync('git', [...who, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    .toString('utf8')
    .trim();
}

function commit(workspace: string, file: string): string {
  writeFileSync(join(workspace, file), `${file}\n`);
  git(workspace, 'add', file);
  git(workspace, 'commit', '--quiet', '-m', file);
  return git(workspace, 'rev-parse', 'HEAD');
}

it('F-11 a destination is told what moved since the source, its handoff shows it, and what the source noted is offered', async () => {
  const { app, owner } = scene.test;
  const request = await machine.request([
    { write: ['NOTES.md', 'Decision: Slugs are ASCII.\nThe rest is talk.\n'] },
    { write: ['slug.txt', 'one\n'] },
    { say: { type: 'result', ok: true } },
  ]);
  const { workspace, workItem } = request;
  writeFileSync(join(workspace, '.gitignore'), '*.ndjson\norders.json\n');
  git(workspace, 'init', '--quiet', '-b', 'main');
  const head = commit(workspace, 'README.md');
  const source = machine.found(await app.services.fleet.startSession(owner, request), workspace);
  await source.untilEnded();
  const pinned = await app.prisma.sourcePin.findUniqueOrThrow({ where: { agentSessionId: source.sessionId } });
  expect(pinned.pin).toMatchObject({ head, branch: 'main', uncommittedFiles: 3, goneFiles: [] });
  const [offer] = await app.prisma.recordOffer.findMany({ where: { agentSessionId: source.sessionId } });
  expect(offer).toMatchObject({ kind: 'DECISION', text: 'Slugs are ASCII.', source: 'NOTES.md, line 1' });
  expect(await app.prisma.decision.count({ where: { workItemId: workItem.id ?? '' } })).toBe(0);

  const { handoffId } = await app.services.handoffs.requestHandoff(owner, {
    ...{ workItem, fromSessionId: source.sessionId, targetRuntime: 'scripted', purpose: 'review' },
    idempotencyKey: newKey(),
  });
  const { packageHash } = await app.services.handoffs.compileHandoff(owner, { handoffId, idempotencyKey: newKey() });
  commit(workspace, 'slug.txt');
  git(workspace, 'rm', '--quiet', '--cached', 'slug.txt');
  git(workspace, 'commit', '--quiet', '-m', 'away');
  execFileSync('rm', [join(workspace, 'slug.txt')]);
  const taken = await machine.launch([], { workItem, handoffId, workspace });
  await taken.untilEnded();
  const { prompt } = await taken.untilStarted();
  const freshness = await app.services.handoffs.readFreshness(owner, handoffId);
  expect(freshness?.findings.map(({ code }) => code)).toEqual([
    ...['HEAD_AHEAD', 'UNCOMMITTED_AT_SOURCE', 'UNCOMMITTED_HERE', 'FILES_GONE'],
  ]);
  for (const { message } of freshness?.findings ?? []) expect(prompt).toContain(message);
  expect(prompt.indexOf('How this workspace stands')).toBeLessThan(prompt.indexOf('How to record in Kernel'));
  expect(prompt.trimEnd().split('\n\n').at(-1)).toContain('KERNEL_SESSION_TOKEN');
  const receipt = await app.prisma.briefingReceipt.findUniqueOrThrow({ where: { agentSessionId: taken.sessionId } });
  expect(receipt).toMatchObject({ text: prompt, packageHash });
});
