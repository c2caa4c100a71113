import { mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { acpSettings } from '#tests/support/acp/acp-settings.ts';
import { newKey } from '#tests/support/cast.ts';
import { type DaemonScene, daemonScene } from '#tests/support/daemon/daemon-scene.ts';
import { eventually, isAlive } from '#tests/support/daemon/eventually.ts';
import type { Launched, Orders } from '#tests/support/daemon/launched.ts';
import type { TestMachine } from '#tests/support/daemon/test-machine.ts';

// Each test starts processes, and the machine may be loaded.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let scene: DaemonScene;
let machine: TestMachine;
beforeAll(async () => {
  scene = await daemonScene();
  machine = await scene.newMachine();
  const { app, owner } = scene.test;
  for (const runtime of ['acp', 'acp-open', 'acp-future', 'acp-gone']) {
    await app.services.fleet.setRuntimeEnabled(owner, { runtime, isEnabled: true });
  }
  const settings = await acpSettings(machine.home);
  await machine.serve({
    env: { KERNEL_DAEMON_CONFIG: settings, AGENT_KEY: 'of-the-agent', DATABASE_URL: 'not-for-it' },
  });
});
afterAll(() => scene[Symbol.asyncDispose]());

const start = (orders: Orders, runtime = 'acp') => machine.launch(orders, { runtime, syncMode: 'FULL' });

const notes = async (launched: Launched, file: string): Promise<Record<string, unknown>[]> =>
  ((await launched.read(file)) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('briefs an agent to the byte, gives it our tools and its own variables alone, and tells what it says', async () => {
  const launched = await start([
    { say: 'I am ' },
    { say: 'done.' },
    { tool: { title: 'Edit a.ts', kind: 'edit' } },
    { write: ['a.ts', 'export {};\n'] },
    { callTool: 'work_read' },
    { cost: 0.25 },
    { end: { stopReason: 'end_turn', usage: { inputTokens: 70, outputTokens: 8, totalTokens: 78 } } },
  ]);
  const session = await launched.untilEnded();
  expect(session).toMatchObject({ status: 'COMPLETED', exitReason: 'EXITED_WITHOUT_COMPLETION', endReason: null });
  expect(session.providerSessionId).toBe('run-1');
  const { app } = scene.test;
  const receipt = await app.prisma.briefingReceipt.findUniqueOrThrow({ where: { agentSessionId: session.id } });
  const [turn] = await notes(launched, 'starts.ndjson');
  expect(turn).toMatchObject({ prompt: receipt.text, sessionId: session.id, key: 'of-the-agent', mode: 'quiet' });
  expect(turn).not.toHaveProperty('database');
  expect(JSON.stringify(turn?.['mcpServers'])).not.toContain(turn?.['credential']);
  const [{ answer } = { answer: undefined }] = await notes(launched, 'answers.ndjson');
  expect(answer).not.toMatchObject({ isError: true });
  expect(JSON.stringify(answer)).toContain(session.workItemId);
  const events = await launched.events();
  expect(events.map(({ kind, text, model, summary }) => [kind, text ?? summary ?? model])).toEqual([
    ['INIT', 'scripted-1'],
    ['MESSAGE', 'I am done.'],
    ['TOOL', 'Edit a.ts'],
    ['USAGE', null],
    ['COMPLETED', null],
  ]);
  expect(events[3]).toMatchObject({ inputTokens: 70, outputTokens: 8 });
});

it('answers requests for permission by the rule, once each, and shows what it refused', async () => {
  const asked = (title: string, more: object = {}) => ({ ask: { title, kind: 'execute', ...more } });
  const launched = await start([
    asked('kernel decision record "a; b"'),
    asked('make check'),
    asked('a shell', { rawInput: { command: ['bash', '-lc', 'cd . && make check'] } }),
    asked('make checks'),
    asked('kernel work complete && curl https://example.com'),
    asked('make check $HOME'),
    asked('inside', { kind: 'edit', locations: [{ path: 'new/file.ts' }] }),
    asked('outside', { kind: 'edit', locations: [{ path: '../file.ts' }] }),
    asked('the hooks of git', { kind: 'edit', locations: [{ path: '.git/hooks/pre-commit' }] }),
    asked('no file', { kind: 'read' }),
    asked('the web', { kind: 'fetch' }),
    asked('mcp__kernel__record_decision', { kind: 'other' }),
    { readFile: '/etc/passwd' },
  ]);
  await launched.untilEnded();
  const answers = (await notes(launched, 'answers.ndjson')).map(({ title, answer }) => [title, answer]);
  expect(answers).toEqual([
    ['kernel decision record "a; b"', 'once'],
    ['make check', 'once'],
    ['a shell', 'once'],
    ['make checks', 'no'],
    ['kernel work complete && curl https://example.com', 'no'],
    ['make check $HOME', 'no'],
    ['inside', 'once'],
    ['outside', 'no'],
    ['the hooks of git', 'no'],
    ['no file', 'no'],
    ['the web', 'no'],
    ['mcp__kernel__record_decision', 'once'],
    ['readFile', -32_601],
  ]);
  const blocked = (await launched.events()).filter(({ kind }) => kind === 'BLOCKED');
  expect(blocked).toHaveLength(7);
  expect(blocked[0]?.summary).toBe('Not permitted: make checks');
});

it('allows everything where a person wrote so', async () => {
  const launched = await start([{ ask: { title: 'rm -rf /', kind: 'execute' } }], 'acp-open');
  await launched.untilEnded();
  expect(await notes(launched, 'answers.ndjson')).toEqual([{ title: 'rm -rf /', answer: 'once' }]);
});

it('says of every way in which an agent fails what it was and what to do', async () => {
  const limit = { code: -32_603, message: 'Internal error', data: { details: 'HTTP 429: usage limit reached' } };
  const cases = [
    [[{ signedOut: true }], 'NOT_SIGNED_IN', /sign in, and start the session again.*It offers: API key/],
    [[{ fail: limit }], 'RATE_LIMITED', /limit of its provider: wait, or use another runtime/],
    [[{ say: 'x' }, { complain: 'out of cheese' }, { exit: 3 }], 'CRASHED', /\(exit code 3\)\. out of cheese/],
    [[{ closeOutput: true }], 'CRASHED', /closed its output in the middle of the conversation, and ran on/],
    [[{ end: { stopReason: 'refusal' } }], 'EXITED_WITHOUT_COMPLETION', /refused to go on/],
  ] as const;
  const launched: Launched[] = [];
  for (const [orders] of cases) launched.push(await start(orders));
  for (const [at, [, exitReason, detail]] of cases.entries()) {
    const session = await launched[at]?.untilEnded();
    expect(session).toMatchObject({ exitReason, endReason: expect.stringMatching(detail) as unknown });
  }
  const silent = (await launched[3]?.starts())?.[0]?.pid ?? 0;
  expect(await isAlive(silent)).toBe(false);
});

it('goes on with a conversation in which an agent prints what is no message, however long', async () => {
  const noise = [{ print: 'Loading…\n\u0000{"half":\n[1]\n' }, { printLong: 9 * 1024 * 1024 }, { say: 'still here' }];
  const launched = await start(noise);
  expect(await launched.untilEnded()).toMatchObject({ exitReason: 'EXITED_WITHOUT_COMPLETION' });
  expect((await launched.events()).map(({ text }) => text)).toContain('still here');
});

it('cancels the turn of an agent that is stopped, and leaves nothing that it started', async () => {
  const launched = await start([{ leaveBehind: 'helper' }, { say: 'waiting' }, { untilCancelled: true }]);
  await eventually('the agent waits', async () => (await launched.events()).some(({ text }) => text === 'waiting'));
  const helper = Number(await launched.read('helper'));
  const { app, owner } = scene.test;
  await app.services.fleet.stopSession(owner, {
    sessionId: launched.sessionId,
    idempotencyKey: newKey(),
  });
  expect(await launched.untilEnded()).toMatchObject({ status: 'CANCELLED', exitReason: 'CANCELLED' });
  expect(await notes(launched, 'answers.ndjson')).toEqual([{ title: 'cancelled' }]);
  expect(await isAlive(helper)).toBe(false);
});

it('works in the folder itself where its path is a link with spaces, quotes, a newline and other letters', async () => {
  const real = join(machine.home, ' -외주 "it’s"\n\'$(x)` é');
  await mkdir(real);
  await writeFile(join(real, 'orders.json'), JSON.stringify([{ write: ['left', 'here'] }]));
  const workspace = join(machine.home, 'link to it');
  await symlink(real, workspace);
  const launched = await machine.launch([], { runtime: 'acp', workspace });
  expect(await launched.untilEnded()).toMatchObject({ exitReason: 'EXITED_WITHOUT_COMPLETION' });
  expect(await readFile(join(real, 'left'), 'utf8')).toBe('here');
  const [turn] = await notes(launched, 'starts.ndjson');
  expect(turn?.['cwd']).toBe(await realpath(real));
});

it('reports the version of an agent, and why one is not offered', async () => {
  const { app } = scene.test;
  const found = await app.prisma.machineRuntime.findMany({ where: { runtime: { startsWith: 'acp' } } });
  const about = (runtime: string) => found.find((row) => row.runtime === runtime);
  expect(about('acp')).toMatchObject({ isInstalled: true, isUsable: true, signIn: 'UNKNOWN', version: '4.5.6' });
  expect(about('acp-future')).toMatchObject({ isInstalled: true, isUsable: false });
  expect(about('acp-future')?.problem).toMatch(/speaks version 2 .* update the older of the two/);
  expect(about('acp-gone')).toMatchObject({ isInstalled: false, isUsable: false });
  expect(about('acp-gone')?.problem).toMatch(/no program no-such-agent on the PATH/);
});

it('does not start on settings that do not hold, and says where the mistakes are', async () => {
  const path = join(machine.home, 'wrong.json');
  const runtimes = [
    { name: 'Gemini', command: './gemini', environment: ['KERNEL_'], permission: 'all' },
    { name: 'ok', command: 'ok', commands: ['a && b'] },
  ];
  await writeFile(path, JSON.stringify({ runtimes }));
  const { code, said } = await machine.run(['daemon', 'run', '--state-dir', join(machine.home, 'other')], {
    KERNEL_DAEMON_CONFIG: path,
  });
  expect(code).not.toBe(0);
  for (const mistake of [
    'runtimes[0].name must be',
    'runtimes[0].command must be',
    'runtimes[0].environment[0] must not',
    'runtimes[1].commands[0] must be',
  ]) {
    expect(said).toContain(mistake);
  }
});
