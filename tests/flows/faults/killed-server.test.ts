import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { addSession, addWorkItem, newKey } from '#tests/support/cast.ts';
import { type ServerProcess, type ServerProcesses, serverProcesses } from '#tests/support/server/server-process.ts';
import { createTestApp, type GraphQLAnswer, type TestApp } from '#tests/support/server/test-app.ts';
import { flawsOf } from '#tests/support/scenes/whole-record.ts';

/** How long rounds of killing are begun, in milliseconds. */
const KILL_FOR_MS = 10_000;
/** How long rounds of cutting connections are begun, in milliseconds. */
const CUT_FOR_MS = 4_000;
/** Handoffs that are compiled at once in a round; as many are accepted. */
const AT_ONCE = 3;

let test: TestApp;
let processes: ServerProcesses;

beforeAll(async () => {
  [test, processes] = await Promise.all([createTestApp(), serverProcesses()]);
  await addWorkItem(test.app, test.owner);
});
afterAll(async () => {
  await processes[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});

const COMPILE = `mutation ($input: CompileHandoffInput!) { compileHandoff(input: $input) {
  __typename ... on CompileHandoffPayload { result package { version hash } } ... on UserError { code message } } }`;
const ACCEPT = `mutation ($input: AcceptHandoffInput!) { acceptHandoff(input: $input) {
  __typename ... on AcceptHandoffPayload { handoff { id state } } ... on UserError { code message } } }`;
const DECIDE = `mutation ($input: RecordDecisionInput!) { recordDecision(input: $input) {
  __typename ... on RecordDecisionPayload { decision { id } } ... on UserError { code message } } }`;

type Payload = Record<string, unknown> & { __typename: string; code?: string };

/** Sends one command to a server. Undefined when the connection broke before there was an answer. */
async function send(url: string, query: string, input: Record<string, unknown>): Promise<Payload | undefined> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${test.ownerToken}` },
    body: JSON.stringify({ query, variables: { input } }),
  };
  const text = await fetch(`${url}/graphql`, request).then(
    (response) => response.text(),
    () => undefined,
  );
  if (text === undefined) return undefined;
  const answer = JSON.parse(text) as GraphQLAnswer<Record<string, Payload>>;
  const [payload] = Object.values(answer.data ?? {});
  if (answer.errors !== undefined || payload === undefined) throw new Error(`no payload: ${text}`);
  return payload;
}

/** As send; undefined also when a server without its database says so. */
async function sendToFaulty(query: string, input: Record<string, unknown>): Promise<Payload | undefined> {
  const answer = await test.graphql<Record<string, Payload>>(query, { input });
  if (answer.errors === undefined) return Object.values(answer.data ?? {})[0];
  expect(answer.errors.map(({ extensions }) => extensions.code)).toEqual(['DATABASE_UNAVAILABLE']);
  return undefined;
}

/** The answer of a server that lives. A command of a server killed just now may still hold its key: it is retried. */
async function sendUntilAnswered(url: string, query: string, input: Record<string, unknown>): Promise<Payload> {
  for (;;) {
    const payload = await send(url, query, input);
    if (payload === undefined) throw new Error('the server that should live does not');
    if (payload.code !== 'IDEMPOTENCY_IN_PROGRESS') return payload;
  }
}

interface Piece {
  readonly handoffId: string;
  readonly destinations: readonly string[];
  readonly decide: Record<string, unknown>;
  readonly compile: Record<string, unknown>;
}

/** A work item with a requested handoff, and what will be asked of a server, keys included. */
async function layOut(): Promise<Piece> {
  const { app, owner } = test;
  const workItemId = await addWorkItem(app, owner);
  const source = await addSession(app, owner, workItemId);
  const first = await addSession(app, owner, workItemId, 'claude');
  const second = await addSession(app, owner, workItemId, 'claude');
  const { handoffId } = await app.services.handoffs.requestHandoff(owner, {
    workItem: { id: workItemId },
    ...{ fromSessionId: source.sessionId, targetRuntime: 'claude', purpose: 'review', idempotencyKey: newKey() },
  });
  const decision = { statement: 'Keep both keys', rationale: 'A deploy takes a day', evidence: [] };
  return {
    handoffId,
    destinations: [first.sessionId, second.sessionId],
    decide: { workItem: { id: workItemId }, ...decision, idempotencyKey: newKey() },
    compile: { handoffId, idempotencyKey: newKey() },
  };
}

/** A command as it was sent and, once it was answered, its answer. */
interface Sent {
  readonly query: string;
  readonly input: Record<string, unknown>;
  readonly before: Payload | undefined;
}

/** Sends everything at once and kills the server after `delayMs`. */
async function killAmid(
  server: ServerProcess,
  delayMs: number,
  commands: readonly (readonly [string, Record<string, unknown>])[],
): Promise<Sent[]> {
  const sent = commands.map(async ([query, input]) => ({ query, input, before: await send(server.url, query, input) }));
  await pause(delayMs);
  expect(await server.end('SIGKILL')).toBeNull();
  return Promise.all(sent);
}

const toCompile = (pieces: readonly Piece[]) =>
  pieces.flatMap(({ decide, compile }) => [[DECIDE, decide] as const, [COMPILE, compile] as const]);

/** Two sessions that want each handoff, each under a key of its own. */
const toAccept = (pieces: readonly Piece[]) =>
  Promise.all(
    pieces.map(async ({ handoffId, destinations }) => {
      const { packageHash } = await test.app.prisma.handoff.findUniqueOrThrow({ where: { id: handoffId } });
      return destinations.map(
        (toSessionId) => [ACCEPT, { handoffId, packageHash, toSessionId, idempotencyKey: newKey() }] as const,
      );
    }),
  );

/** Asks the next server for everything again, under the same keys: what was answered is answered so again. */
async function retryAll(url: string, sent: readonly Sent[]): Promise<Payload[]> {
  const retried = await Promise.all(sent.map(({ query, input }) => sendUntilAnswered(url, query, input)));
  for (const [i, { before }] of sent.entries()) {
    // A refusal holds while its cause does, and the refused one of two accepts may win once the winner's was undone.
    if (before?.__typename.endsWith('Payload') === true) expect(retried[i]).toEqual(before);
  }
  return retried;
}

const namesOf = (payloads: readonly Payload[]) => payloads.map(({ __typename }) => __typename).sort();

describe('a server that is killed in the middle', () => {
  it('has done each compile and each accept once or not at all, and a retry ends it', async () => {
    const env = { DATABASE_URL: test.databaseUrl, KERNEL_LOG_LEVEL: 'fatal' };
    /** Longest delay before a kill, in milliseconds: what the commands take undisturbed. The first kill is at once. */
    let usualMs = 0;
    const fates = { answered: 0, lost: 0 };
    let compiled: Piece[] = [];
    let [server, next] = await Promise.all([processes.start(env), processes.start(env)]);
    for (const deadline = performance.now() + KILL_FOR_MS; performance.now() < deadline;) {
      const afterNext = processes.start(env);
      const requested = await Promise.all(Array.from({ length: AT_ONCE }, layOut));
      const accepts = await toAccept(compiled);
      const sent = await killAmid(server, Math.random() * usualMs, [...toCompile(requested), ...accepts.flat()]);
      for (const { before } of sent) fates[before === undefined ? 'lost' : 'answered'] += 1;
      const began = performance.now();
      const retried = await retryAll(next.url, sent);
      usualMs = performance.now() - began;
      const compiles = retried.slice(0, 2 * AT_ONCE);
      expect(compiles.filter(({ __typename }) => !__typename.endsWith('Payload'))).toEqual([]);
      const pairs = accepts.map((_, i) => retried.slice(compiles.length + 2 * i, compiles.length + 2 * i + 2));
      expect(pairs.map(namesOf)).toEqual(accepts.map(() => ['AcceptHandoffPayload', 'InvalidTransitionError']));
      expect(await flawsOf(test.app.prisma)).toEqual([]);
      compiled = requested;
      [server, next] = [next, await afterNext];
    }
    expect(fates.lost, JSON.stringify(fates)).toBeGreaterThan(0);
  });
});

describe('a server whose connections to the database are cut in the middle', () => {
  it('has done each command once or not at all, and a retry ends it', async () => {
    const { app, url } = test;
    let usualMs = 0;
    const fates = { answered: 0, lost: 0 };
    let compiled: Piece[] = [];
    for (const deadline = performance.now() + CUT_FOR_MS; performance.now() < deadline;) {
      const requested = await Promise.all(Array.from({ length: AT_ONCE }, layOut));
      const accepts = await toAccept(compiled);
      const commands = [...toCompile(requested), ...accepts.flat()];
      const sent = commands.map(async ([query, input]) => ({ query, input, before: await sendToFaulty(query, input) }));
      await pause(Math.random() * usualMs);
      usualMs = 80;
      await cutConnections();
      for (const { before } of await Promise.all(sent)) fates[before === undefined ? 'lost' : 'answered'] += 1;
      const retried = await retryAll(url, await Promise.all(sent));
      expect(retried.filter(({ code }) => code !== undefined && code !== 'INVALID_TRANSITION')).toEqual([]);
      expect(await flawsOf(app.prisma)).toEqual([]);
      compiled = requested;
    }
    expect(fates.lost, JSON.stringify(fates)).toBeGreaterThan(0);
  });
});

/** Ends every connection to the test's database, as a restart of PostgreSQL does. */
async function cutConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: inject('clusterUrl') });
  await client.connect();
  const database = new URL(test.databaseUrl).pathname.slice(1);
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]);
  await client.end();
}
