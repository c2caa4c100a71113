import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type DaemonScene, daemonScene } from '#tests/support/daemon/daemon-scene.ts';
import type { DaemonProcess } from '#tests/support/daemon/daemon-process.ts';
import { eventually } from '#tests/support/daemon/eventually.ts';
import { faultyLink, type FaultyLink } from '#tests/support/daemon/faulty-link.ts';
import type { Launched, Orders } from '#tests/support/daemon/launched.ts';
import type { TestMachine } from '#tests/support/daemon/test-machine.ts';
import { type ServerProcess, type ServerProcesses, serverProcesses } from '#tests/support/server/server-process.ts';
import { allCanaries, canaries, findCanaries, type Output, shapedCanaries } from './canaries.ts';
import { databaseOutputs, fileOutputs, streamOutput } from './outputs.ts';

// Each test waits for processes, and the machine may be loaded.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Nothing but the environment tells that it is a secret. */
const KNOWN = canaries.find(({ name }) => name === 'assignment')!.value;
const SHAPED = shapedCanaries[0]!.value;
const IN_URL = canaries.find(({ name }) => name === 'url-password')!;
/** What a session said and complained of as it was: the one place where a secret may stand, for its user alone. */
const RAW = ['stdout', 'stderr'];
/** What the daemon keeps of a workspace while a session runs. */
const OF_WORKSPACE = /^(?:git|notes-before)$/;
const SESSION = `id endReason model providerSessionId usage { inputTokens } sourcePin { branch goneFiles } launch { state uncertainty }
  events(first: 100) { edges { node { kind model summary text } } } offers(first: 100) { edges { node { text source } } }
  workspace(first: 100) { edges { node { path } } } briefingReceipt { text hash } workItem { title goal }`;

const say = (line: object) => ({ say: line });
const message = (text: string) => say({ type: 'message', text });
/** Standard error of which no more is told than begins behind what gives the secret away. */
const tail = `${IN_URL.value}@db/app\n`;
const complaint = `${allCanaries}\npostgres://app:${tail}${'.'.repeat(2_000 - tail.length)}`;
const notes = canaries.flatMap(({ text }) => [`Decision: use ${text}`, `Blocker: ${text} is refused`]);

/** Everything that a session can put a secret into, once it may go. */
const utters: Orders = [
  { waitFor: 'go' },
  say({ type: 'init', session: SHAPED, model: SHAPED }),
  ...canaries.flatMap(({ text }) => [message(`Now ${text}`), say({ type: 'tool', name: `Bash: curl ${text}` })]),
  message(`They gave me ${KNOWN} for it.`),
  say({ type: 'tool', name: `Bash: login ${KNOWN}` }),
  { print: `no JSON, but ${allCanaries}\n` },
  ...[...shapedCanaries.map(({ value }) => value), KNOWN].map((value) => ({ write: [`${value}.txt`, allCanaries] })),
  { write: ['NOTES.md', [...notes, `Decision: log in with ${KNOWN}`].join('\n')] },
  { complain: complaint },
  message(`${allCanaries}\n\nDecision: the password is now ${KNOWN}`),
];
const failsWith = (detail: string): Orders => [...utters, say({ type: 'result', ok: false, detail })];

let scene: DaemonScene;
let processes: ServerProcesses;
let server: ServerProcess;
let link: FaultyLink;
let machine: TestMachine;
let daemon: DaemonProcess;
let begin: string;
beforeAll(async () => {
  [scene, processes] = await Promise.all([daemonScene(), serverProcesses()]);
  server = await processes.start({ DATABASE_URL: scene.test.databaseUrl, KERNEL_LOG_LEVEL: 'debug' });
  link = await faultyLink(server.url);
  begin = await latestCursor();
  machine = await scene.newMachine();
  daemon = await machine.serve({ serverUrl: link.url, env: { SCRIPTED_API_TOKEN: KNOWN } });
});
afterAll(async () => {
  await scene[Symbol.asyncDispose]();
  await link[Symbol.asyncDispose]();
  await processes[Symbol.asyncDispose]();
});

async function latestCursor(): Promise<string> {
  const answer = await scene.test.graphql<{ latestEventCursor: string }>('{ latestEventCursor }');
  return answer.data?.latestEventCursor ?? '';
}

const inState = (...names: string[]) => join(machine.stateDir, ...names);
const namesIn = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.json'));

/** Whether the daemon is done with the launches, and has tidied up, be the server there or not. */
async function isDoneWith(launches: readonly Launched[]): Promise<boolean> {
  for (const { launchId } of launches)
    if ((await readdir(inState('launches', launchId, 'attempt-1'))).some((name) => OF_WORKSPACE.test(name)))
      return false;
  const last = daemon
    .said()
    .split('\n')
    .filter((line) => line.includes('"session ended"'));
  return launches.every(({ launchId }) => last.some((line) => line.includes(launchId)));
}

/** The files of the daemon, but for the raw output of sessions. */
async function daemonFiles(): Promise<Output[]> {
  return (await fileOutputs(machine.stateDir)).filter(({ where }) => !RAW.includes(basename(where)));
}

async function launchAll(): Promise<Launched[]> {
  const crashes = await machine.request([
    { kernel: ['decision', 'record', `${allCanaries} ${KNOWN}`] },
    { write: ['begun', ''] },
    ...utters,
    { exit: 3 },
  ]);
  const fails = await machine.request(failsWith(`${allCanaries}, and not ${KNOWN}`));
  const tellsLittle = await machine.request(failsWith(`${KNOWN}, and not ${allCanaries}`));
  const isRefused = await machine.request(failsWith(`${KNOWN} or ${allCanaries}`));
  const launches = [
    await machine.ask({ ...crashes, syncMode: 'FULL' }),
    await machine.ask({ ...fails, syncMode: 'FULL' }),
    await machine.ask({ ...tellsLittle, syncMode: 'METADATA_ONLY' }),
    await machine.ask({ ...isRefused, syncMode: 'FULL' }),
  ];
  await Promise.all(launches.map((launched) => launched.untilStarted()));
  await eventually('a decision is recorded', async () => (await launches[0]!.read('begun')) !== undefined);
  return launches;
}

describe('a secret that a session utters', () => {
  let launches: Launched[];

  it('waits in no report, and stands in no file of the daemon, while the server is away', async () => {
    launches = await launchAll();
    await eventually(
      'the reports of the beginning are sent',
      async () => (await namesIn(inState('outbox'))).length === 0,
    );
    link.cut();
    for (const launched of launches) await launched.put('go');
    await eventually('all have ended', () => isDoneWith(launches));
    const files = await daemonFiles();
    const reports = files.filter(({ where }) => where.startsWith(inState('outbox')));
    for (const kind of ['EVENTS', 'PROVIDER_SESSION', 'WORKSPACE', 'OFFERS', 'ENDED'])
      expect(reports.some(({ text }) => text.includes(`"${kind}"`))).toBe(true);
    expect(reports.some(({ text }) => text.includes('[redacted:github-token]'))).toBe(true);
    expect(findCanaries([...files, { where: 'the log of the daemon', text: daemon.said() }])).toEqual([]);
  });

  it('stands in no answer, stream, row, log or file afterwards, in what was refused neither', async () => {
    const refused = launches.at(-1)!;
    await scene.test.app.prisma.launch.update({ where: { id: refused.launchId }, data: { fence: 7 } });
    link.mend();
    const ended = await Promise.all(launches.slice(0, -1).map((launched) => launched.untilEnded()));
    expect(ended[0]!.endReason).toMatch(/exit code 3: .*@db\/app/s);
    expect(ended.map(({ exitReason }) => exitReason)).toEqual(['CRASHED', 'CRASHED', 'CRASHED']);
    await eventually('a report is refused', async () => (await namesIn(inState('outbox', 'refused'))).length > 0);
    await eventually('no report waits', async () => (await namesIn(inState('outbox'))).length === 0);
    const [files, rows] = [await daemonFiles(), await databaseOutputs(scene.test.databaseUrl)];
    const last = await latestCursor();
    const query = `subscription { events(after: "${begin}") { cursor type actor { name } data { key value } workItem { title } } }`;
    const request = { url: server.url, token: scene.test.ownerToken, query };
    const outputs = [...files, ...rows, await streamOutput(request, (text) => text.includes(last))];
    for (const { sessionId } of launches) {
      const answer = await scene.test.graphql(`{ node(id: "${sessionId}") { ... on AgentSession { ${SESSION} } } }`);
      expect(answer.errors).toBeUndefined();
      outputs.push({ where: 'an answer', text: JSON.stringify(answer) });
    }
    expect(
      rows.filter(({ where, text }) => where.includes('Event') && text.includes('[redacted:')).length,
    ).toBeGreaterThan(canaries.length);
    expect(await daemon.end('SIGTERM')).toBe(0);
    outputs.push(...(await daemonFiles()), { where: 'the log of the daemon', text: daemon.said() });
    outputs.push({ where: 'the log of the server', text: server.log() });
    expect(findCanaries(outputs)).toEqual([]);
  });

  it('lies in the raw output alone, for the user alone, beside no copy of the workspace', async () => {
    const files = await fileOutputs(inState('launches'));
    const raw = files.filter(({ where }) => RAW.includes(basename(where)));
    expect(raw).toHaveLength(2 * launches.length);
    for (const { where, text } of raw) {
      expect(text).toContain(SHAPED);
      expect((await stat(where)).mode & 0o777).toBe(0o600);
    }
    expect(files.filter(({ where }) => where.split('/').some((name) => OF_WORKSPACE.test(name)))).toEqual([]);
  });
});
