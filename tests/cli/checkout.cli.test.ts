import { execFileSync } from 'node:child_process';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { kernelProcess, type KernelProcess } from '../support/cli/kernel.ts';

let app: TestApp;
let kernel: KernelProcess;
let codex: string;

interface Session {
  readonly session: { readonly id: string };
}

const register = ['session', 'register', 'AUTH-1', '--purpose', 'work', '--runtime'];

beforeAll(async () => {
  app = await createTestApp();
  kernel = await kernelProcess({ KERNEL_SERVER_URL: app.url, KERNEL_TOKEN: app.ownerToken }, { withDaemon: true });
  await kernel.run(['project', 'create', 'AUTH', 'Sign-in']);
  await kernel.run(['work', 'create', 'AUTH', 'Rotate tokens', '--goal', 'Used tokens are refused']);
  codex = (await kernel.json<Session>([...register, 'codex'])).session.id;
});

afterAll(async () => {
  await kernel[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

describe('from a checkout', () => {
  let cwd: string;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd })
      .toString()
      .trim();
  const commit = () => {
    git('add', '--all');
    git('commit', '--quiet', '-m', 'next');
    return git('rev-parse', 'HEAD').slice(0, 8);
  };
  const write = (name: string) => writeFile(join(cwd, name), 'one\ntwo\n');
  const report = async (...args: string[]) =>
    (await kernel.run(['session', 'workspace', codex, '--git', ...args], { cwd })).out;

  beforeAll(async () => {
    cwd = join(kernel.folder, 'check out');
    await mkdir(cwd);
  });

  it('a session’s files are reported as its daemon would: untracked, renamed, without a commit, without a repository', async () => {
    await write('util.mjs');
    expect(await report()).toBe('reported 1 file; the session has touched 1 (+2 −0)\n');
    git('init', '--quiet', '-b', 'main');
    expect(await report()).toBe('reported 1 file; the session has touched 1 (+2 −0)\n');
    const head = commit();
    await rename(join(cwd, 'util.mjs'), join(cwd, 'größe.mjs'));
    await write(' leading.txt');
    expect(await report()).toBe(`reported 3 files; the session has touched 3 (+4 −2), and stands at ${head}\n`);
    const files = await app.app.prisma.workspaceFile.findMany({ where: { agentSessionId: codex } });
    expect(files.map(({ path }) => path).sort()).toEqual([' leading.txt', 'größe.mjs', 'util.mjs']);
    expect(await kernel.run(['session', 'workspace', codex, '--git', '--base', 'elsewhere'], { cwd })).toMatchObject({
      ...{ code: 2, err: expect.stringContaining('"elsewhere" is no revision there') as string },
    });
    const withoutGit = { cwd, env: { PATH: '/nowhere' } };
    expect(await kernel.run(['session', 'workspace', codex, '--git'], withoutGit)).toMatchObject({
      ...{ code: 4, err: expect.stringContaining('git is not installed') as string },
    });
  });

  it('who accepts is told what moved since the source stood there, and the handoff shows it', async () => {
    const create = ['handoff', 'create', 'AUTH-1', '--to', 'claude', '--purpose', 'review', '--from', codex];
    const offered = (await kernel.run(create)).out.trim().split('\n')[1] ?? '';
    const pinned = git('rev-parse', 'HEAD').slice(0, 8);
    const unseen = `the source stood at ${pinned} on main, 3 files uncommitted; no destination has looked yet`;
    expect((await kernel.run(['handoff', 'show', offered])).out).toContain(unseen);
    const { session } = await kernel.json<Session>([...register, 'claude']);
    const here = commit();
    await rm(join(cwd, ' leading.txt'));
    const { code, err } = await kernel.run(['handoff', 'accept', offered, '--session', session.id], { cwd });
    const moved = [`HEAD here is ${here}, 1 commit ahead of the source’s ${pinned}.`];
    moved.push('The source had 3 files uncommitted, which may not lie here as they lay there.');
    moved.push('1 file here is not committed.', '1 file that the package names is not here: " leading.txt".');
    expect([code, err]).toEqual([0, moved.map((message) => `moved: ${message}\n`).join('')]);
    const { out } = await kernel.run(['handoff', 'show', offered]);
    for (const message of moved) expect(out).toContain(`- ${message}`);
    expect(await kernel.json(['handoff', 'show', offered])).toMatchObject({
      handoff: { freshness: { state: 'MOVED', agentSession: { id: session.id }, findings: { length: 4 } } },
    });
  });

  it('a checkout that cannot be read is told, and keeps nobody from accepting', async () => {
    const create = ['handoff', 'create', 'AUTH-1', '--to', 'claude', '--purpose', 'again', '--from', codex];
    const next = (await kernel.run(create)).out.trim().split('\n')[1] ?? '';
    const { session } = await kernel.json<Session>([...register, 'claude']);
    const elsewhere = ['handoff', 'accept', next, '--session', session.id, '--checkout', 'nowhere'];
    const { code, err } = await kernel.run(elsewhere, { cwd });
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^the checkout was not looked at: ".*nowhere" is no folder/),
    ]);
    const { handoff: shown } = await kernel.json<{ handoff: object }>(['handoff', 'show', next]);
    expect(shown).toMatchObject({ state: 'ACCEPTED', freshness: { state: 'NOT_CHECKED' } });
  });
});
