import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { type App, createApp } from '#server/app.ts';
import { type Actor, recordedActor } from '#server/auth/actor.ts';
import { openDatabase } from '#server/db/connect.ts';
import { eventCursor, readCursor } from '#server/events/event-cursor.ts';
import { insertEvents } from '#server/events/insert-events.ts';
import { createLogger } from '#server/logger.ts';
import { signIn } from '#tests/support/cast.ts';
import { type CuttingProxy, cuttingProxy } from '#tests/support/cuts/cutting-proxy.ts';
import { eventsOfChain, writeChain } from '#tests/support/cuts/relentless-writer.ts';
import { followBySdk } from '#tests/support/cuts/sdk-follower.ts';
import { newSeed, seededRandom } from '#tests/support/cuts/seeded-random.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { followPlainly } from '#tests/support/server/plain-follower.ts';
import { type ServerProcess, serverProcesses, type ServerProcesses } from '#tests/support/server/server-process.ts';

const WRITERS = 16;
/** What each writer writes: a chain of decisions through the servers, and between two of them a commit of many facts. */
const CHAIN_LENGTH = 14;
const FACTS_BETWEEN = 23;
const EVENTS_OF_WRITER = eventsOfChain(CHAIN_LENGTH) + (CHAIN_LENGTH - 1) * FACTS_BETWEEN;
const FOLLOWERS = 50;
/** Most bytes that the proxy lets a connection carry; each follower is cut about a dozen times. */
const LONGEST_CONNECTION_BYTES = 100_000;
/** How often a follower leaves by itself, in events. */
const EVENTS_BETWEEN_LEAVES = 1_000;
/** How long is waited for what comes by itself. */
const PATIENT = { timeout: 300_000 };
const CREATE_PROJECT = `mutation ($input: CreateProjectInput!) { createProject(input: $input) { __typename } }`;

let database: TestDatabase;
let third: App;
let owner: Actor;
let processes: ServerProcesses;
let servers: readonly [ServerProcess, ServerProcess];
let token: string;
beforeAll(async () => {
  [database, processes] = await Promise.all([createTestDatabase(), serverProcesses()]);
  const env = { DATABASE_URL: database.url, KERNEL_LOG_LEVEL: 'warn' };
  const first = await processes.start(env);
  servers = [first, await processes.start(env)];
  token = first.ready.ownerToken ?? '';
  const log = createLogger({ logLevel: 'fatal' });
  const opened = await openDatabase({ connectionString: database.url }, log);
  third = createApp({ database: opened, log, migrationsDir: 'prisma/migrations' });
  owner = await signIn(third, token);
});
afterAll(async () => {
  for (const owned of [third, third.database, processes, database]) await owned[Symbol.asyncDispose]();
});

async function ask<T>(server: ServerProcess, query: string, variables: Record<string, unknown> = {}): Promise<T> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  return ((await response.json()) as { data: T }).data;
}

const latestCursor = async (server: ServerProcess) =>
  (await ask<{ latestEventCursor: string }>(server, '{ latestEventCursor }')).latestEventCursor;

/** The log after a cursor, as its rows tell. */
const logAfter = async (cursor: string): Promise<string[]> => {
  const where = { seq: { gt: readCursor(cursor)?.seq ?? 0n } };
  return (await third.prisma.event.findMany({ where, orderBy: { seq: 'asc' } })).map(eventCursor);
};

/** Work items of one project, by the prefix of its keys. */
async function addWorkItems(keyPrefix: string, count: number): Promise<string[]> {
  await ask(servers[0], CREATE_PROJECT, { input: { keyPrefix, name: 'Written', idempotencyKey: randomUUID() } });
  const create = `mutation ($input: CreateWorkItemInput!) { createWorkItem(input: $input) {
    ... on CreateWorkItemPayload { workItem { id } } } }`;
  const item = { title: 'Written', goal: 'Written', taskType: 'feature', priority: 'MEDIUM' };
  const texts = { constraints: [], acceptanceCriteria: [], project: { keyPrefix } };
  const answers = Array.from({ length: count }, () =>
    ask<{ createWorkItem: { workItem: { id: string } } }>(servers[0], create, {
      input: { ...item, ...texts, idempotencyKey: randomUUID() },
    }),
  );
  return (await Promise.all(answers)).map(({ createWorkItem }) => createWorkItem.workItem.id);
}

/** Commits many facts in one statement, as a third server would. */
async function commitFacts(): Promise<void> {
  const { organisationId } = owner;
  const fact = { type: 'project.created', organisationId, actor: recordedActor(owner), data: {} } as const;
  await insertEvents(
    third.prisma,
    third.ids,
    third.clock.now(),
    Array.from({ length: FACTS_BETWEEN }, () => fact),
    third.migrations,
  );
}

/** What one follower was shown, once each: a place that it had before is a repetition after a cut. */
class Witness {
  readonly seen: string[] = [];
  repeated = 0;
  #last = 0n;

  see(cursor: string): void {
    const seq = readCursor(cursor)?.seq ?? 0n;
    if (seq <= this.#last) return void (this.repeated += 1);
    this.#last = seq;
    this.seen.push(cursor);
  }
}

/** Follows with `count` clients of three kinds, each of which also leaves now and then and comes back. */
function followAll(proxy: CuttingProxy, after: string, count: number, random: () => number, signal: AbortSignal) {
  const witnesses = Array.from({ length: count }, () => new Witness());
  setMaxListeners(0, signal);
  const following = witnesses.map((witness, i) => {
    const onEvent = (cursor: string): boolean => {
      witness.see(cursor);
      return random() < 1 / EVENTS_BETWEEN_LEAVES;
    };
    if (i % 5 < 2) return followPlainly({ url: () => proxy.url, token, after, onEvent }, signal);
    const transport = i % 5 === 2 ? 'sse' : 'websocket';
    return followBySdk({ url: proxy.url, token, transport: i % 5 === 4 ? 'sse' : transport, after, onEvent }, signal);
  });
  return { witnesses, ended: Promise.all(following) };
}

/** The same numbers again with `PROPERTY_SEED`: of the cuts, though not of what the machine does between them. */
function randomOfTest(): () => number {
  const seed = newSeed();
  onTestFailed(() => void process.stderr.write(`Try again with PROPERTY_SEED=${seed}\n`));
  return seededRandom(seed);
}

/** Writes with all writers through the proxy, and returns once each follower has seen the whole log, which it gives. */
async function witness(
  proxy: CuttingProxy,
  followers: ReturnType<typeof followAll>,
  written: Promise<unknown>,
  events: number,
  start: string,
): Promise<string[]> {
  await Promise.race([written, followers.ended]);
  const log = await logAfter(start);
  expect(log).toHaveLength(events);
  const isComplete = () => followers.witnesses.every(({ seen }) => seen.length >= log.length);
  await Promise.race([expect.poll(isComplete, PATIENT).toBe(true), followers.ended]);
  for (const { seen } of followers.witnesses) expect(seen).toEqual(log);
  expect(proxy.cuts()).toBeGreaterThan(followers.witnesses.length);
  return log;
}

describe('two server processes on one database, behind a proxy that cuts every connection, under 16 writers', () => {
  it('show 50 followers each of 5,000 events once and in order, and do each command once', async () => {
    const random = randomOfTest();
    const targets = servers.map(({ url }) => url);
    await using proxy = await cuttingProxy({ targets, random, longestBytes: LONGEST_CONNECTION_BYTES });
    const workItems = await addWorkItems('MANY', WRITERS / 4);
    const start = await latestCursor(servers[0]);
    const leave = new AbortController();
    const followers = followAll(proxy, start, FOLLOWERS, random, leave.signal);
    const written = Array.from({ length: WRITERS }, (_, writer) =>
      writeChain({
        ...{ url: proxy.url, token, length: CHAIN_LENGTH },
        workItemId: workItems[writer % workItems.length] ?? '',
        between: commitFacts,
      }),
    );
    const log = await witness(proxy, followers, Promise.all(written), WRITERS * EVENTS_OF_WRITER, start);
    expect(log.length).toBeGreaterThan(5_000);
    leave.abort();
    await followers.ended;
    const standing = await third.prisma.decision.findMany({ where: { supersededById: null }, select: { id: true } });
    const ends = (await Promise.all(written)).map((ids) => ids.at(-1));
    expect(standing.map(({ id }) => id).sort()).toEqual(ends.sort());
  }, 600_000);

  it('show what was written through one server at once to those who follow at the other', async () => {
    const after = await latestCursor(servers[1]);
    const done = new AbortController();
    const seen: string[] = [];
    const onEvent = (cursor: string): boolean => {
      seen.push(cursor);
      done.abort();
      return false;
    };
    const following = followPlainly({ url: () => servers[1].url, token, after, onEvent }, done.signal);
    const input = { keyPrefix: 'ZZ', name: 'Written', idempotencyKey: randomUUID() };
    await ask(servers[0], CREATE_PROJECT, { input });
    await following;
    expect(seen).toEqual(await logAfter(after));
  });

  it('end a stream at one server whose credential was revoked through the other', async () => {
    const created = await ask<{ createToken: { secret: string; token: { id: string } } }>(
      servers[0],
      `mutation ($input: CreateTokenInput!) { createToken(input: $input) { ... on CreateTokenPayload { secret token { id } } } }`,
      { input: { name: 'short', scopes: ['work.read'], idempotencyKey: randomUUID() } },
    );
    const { secret, token: made } = created.createToken;
    const after = await latestCursor(servers[0]);
    await addWorkItems('SHORT', 1);
    let begin: (() => void) | undefined;
    const hasBegun = new Promise<void>((resolve) => (begin = resolve));
    const onEvent = () => {
      begin?.();
      return false;
    };
    const follower = followPlainly(
      { url: () => servers[1].url, token: secret, after, onEvent },
      new AbortController().signal,
    );
    const refused = expect(follower).rejects.toThrow(/ (4410|4403),/);
    await hasBegun;
    await ask(servers[0], `mutation ($input: RevokeTokenInput!) { revokeToken(input: $input) { __typename } }`, {
      input: { tokenId: made.id },
    });
    await refused;
  });

  it('lose nothing when one of them is killed amid a fan-out: all go on at the other', async () => {
    const random = randomOfTest();
    const targets = servers.map(({ url }) => url);
    await using proxy = await cuttingProxy({ targets, random, longestBytes: 20_000 });
    const [workItemId = ''] = await addWorkItems('KILL', 1);
    const start = await latestCursor(servers[0]);
    const leave = new AbortController();
    const followers = followAll(proxy, start, 15, random, leave.signal);
    const written = Array.from({ length: WRITERS }, () => writeChain({ url: proxy.url, token, workItemId, length: 8 }));
    await expect
      .poll(() => Math.max(...followers.witnesses.map(({ seen }) => seen.length)), PATIENT)
      .toBeGreaterThan(50);
    expect(await servers[1].end('SIGKILL')).toBeNull();
    await witness(proxy, followers, Promise.all(written), WRITERS * eventsOfChain(8), start);
    leave.abort();
    await followers.ended;
    expect(await servers[0].end('SIGTERM')).toBe(0);
  }, 600_000);
});
