import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ClaimedEntry } from '#daemon/launches/launch-entry.ts';
import { LaunchLedger } from '#daemon/launches/ledger.ts';
import { createDaemonLog } from '#daemon/log.ts';
import { Outbox, type Waiting } from '#daemon/outbox/outbox.ts';
import { scriptedAdapter } from '#daemon/runtimes/scripted/index.ts';
import { spawnSession } from '#daemon/sessions/child-process.ts';
import { SessionRunner } from '#daemon/sessions/session-runner.ts';
import { WorkspaceTree } from '#daemon/sessions/workspace/workspace-tree.ts';

// Each test starts a process, and the machine may be loaded.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let workspace: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kernel-runner-'));
  workspace = join(folder, 'workspace');
  await mkdir(workspace);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A session whose process runs these words of the shell. */
async function running(script: string, isRepository = false) {
  const ledger = await LaunchLedger.open(join(folder, 'launches'));
  const outbox = await Outbox.open(join(folder, 'outbox'));
  const about = { sessionId: 'ses_1', workItemId: 'wrk_1', workItemKey: 'AUTH-1', runtime: 'scripted', workspace };
  const session = { ...about, syncMode: 'METADATA_ONLY', timeoutMs: 600_000, fence: 1 } as const;
  const begun = { ...(await ledger.begin('lch_1', 'cmd_1')), phase: 'RUNNING', session } as const;
  const attempt = await ledger.attemptFolder(begun);
  const baseTree = isRepository ? { baseTree: await new WorkspaceTree(workspace, join(attempt, 'git')).take() } : {};
  const plan = { command: '/bin/sh', args: ['-c', script], env: {} };
  const child = await spawnSession({ plan, workspace, folder: attempt, env: { PATH: process.env['PATH'] } });
  const entry: ClaimedEntry = { ...begun, ...baseTree, ...(child === undefined ? {} : { process: child }) };
  await ledger.write(entry);
  const [adapter] = scriptedAdapter({ KERNEL_SCRIPTED_RUNTIME: '/bin/sh' });
  if (adapter === undefined) throw new Error('there is no scripted runtime');
  return { entry, outbox, parts: { ledger, outbox, adapter, log: createDaemonLog({ KERNEL_LOG_LEVEL: 'silent' }) } };
}

/** Takes the reports out, until there is one that fits. */
async function untilReport(outbox: Outbox, fits: (report: Waiting['report']) => boolean): Promise<Waiting['report']> {
  for (;;) {
    const next = await outbox.next(new AbortController().signal);
    if (next === undefined) throw new Error('the outbox ended');
    await outbox.remove(next);
    if (fits(next.report)) return next.report;
  }
}

const FLOOD = 'while :; do printf %01000d 0; done';
it.each([FLOOD, `${FLOOD} >&2`])(
  'a session that prints without end (%s) is ended before it fills the disk',
  async (flood) => {
    const { entry, outbox, parts } = await running(flood);
    await new SessionRunner({ ...parts, maxOutputBytes: 1_000_000 }, entry).follow(new AbortController().signal);
    expect(await untilReport(outbox, ({ kind }) => kind === 'ENDED')).toMatchObject({
      exitReason: 'CRASHED',
      detail: 'It printed more than is kept of a session, and was ended before it filled the disk.',
    });
  },
);

it('while a session runs, what it touched and where its repository stands are reported now and then', async () => {
  execFileSync('git', ['init', '--quiet'], { cwd: workspace });
  await writeFile(join(workspace, 'a.txt'), 'one\n');
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  execFileSync('git', ['add', '.'], { cwd: workspace });
  execFileSync('git', [...author, 'commit', '--quiet', '-m', 'first'], { cwd: workspace });
  const { entry, outbox, parts } = await running('while [ ! -e done ]; do sleep 0.1; done', true);
  let clock = 0;
  const now = () => (clock += 1_000);
  const following = new SessionRunner({ ...parts, now }, entry).follow(new AbortController().signal);
  await appendFile(join(workspace, 'a.txt'), 'two\n');
  expect(await untilReport(outbox, ({ kind }) => kind === 'WORKSPACE')).toMatchObject({
    files: [{ path: 'a.txt', insertions: 1, deletions: 0 }],
  });
  expect(await untilReport(outbox, ({ kind }) => kind === 'SOURCE_PIN')).toMatchObject({
    pin: { uncommittedFiles: 1 },
  });
  await writeFile(join(workspace, 'done'), '');
  await following;
  expect(await untilReport(outbox, ({ kind }) => kind === 'WORKSPACE')).toMatchObject({
    files: [{ path: 'a.txt' }, { path: 'done' }],
  });
});
