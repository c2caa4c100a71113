import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventCursor, readCursor } from '#server/events/event-cursor.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { followPlainly } from '#tests/support/plain-follower.ts';
import { type ServerProcess, serverProcesses, type ServerProcesses } from '#tests/support/server-process.ts';
import { openDatabase } from '#server/db/connect.ts';
import { createLogger } from '#server/logger.ts';

const WRITERS = 16;
const FACTS_OF_EACH = 6;
const FOLLOWERS = 8;
const CREATE_PROJECT = `mutation ($input: CreateProjectInput!) { createProject(input: $input) { __typename } }`;

let database: TestDatabase;
let processes: ServerProcesses;
let servers: readonly [ServerProcess, ServerProcess];
let token: string;
beforeAll(async () => {
  [database, processes] = await Promise.all([createTestDatabase(), serverProcesses()]);
  const first = await processes.start({ DATABASE_URL: database.url });
  servers = [first, await processes.start({ DATABASE_URL: database.url })];
  token = first.ready.ownerToken ?? '';
});
afterAll(async () => {
  await processes[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

async function ask<T>(server: ServerProcess, query: string, variables: Record<string, unknown> = {}): Promise<T> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  return ((await response.json()) as { data: T }).data;
}

const prefix = (writer: number, fact: number) =>
  `P${String.fromCharCode(65 + writer)}${String.fromCharCode(65 + fact)}`;

async function write(writer: number): Promise<void> {
  for (let fact = 0; fact < FACTS_OF_EACH; fact++) {
    const server = servers[(writer + fact) % 2 === 0 ? 0 : 1];
    const input = { keyPrefix: prefix(writer, fact), name: 'Written', idempotencyKey: randomUUID() };
    const answer = await ask<{ createProject: { __typename: string } }>(server, CREATE_PROJECT, { input });
    expect(answer.createProject.__typename).toBe('CreateProjectPayload');
  }
}

/** The log itself, as its rows tell. */
async function wholeLog(): Promise<string[]> {
  await using opened = await openDatabase({ connectionString: database.url }, createLogger({ logLevel: 'fatal' }));
  return (await opened.prisma.event.findMany({ orderBy: { seq: 'asc' } })).map(eventCursor);
}

describe('two server processes on one database, under 16 writers', () => {
  it('show every follower each event, in order, however often it is cut and on whichever server it goes on', async () => {
    const { latestEventCursor: start } = await ask<{ latestEventCursor: string }>(servers[0], '{ latestEventCursor }');
    const from = readCursor(start)?.seq ?? 0n;
    const expected = WRITERS * FACTS_OF_EACH;
    const seen = Array.from({ length: FOLLOWERS }, (): string[] => []);
    let cuts = 0;
    const ended = Array.from({ length: FOLLOWERS }, () => new AbortController());
    const following = seen.map((events, i) => {
      let connections = i;
      const url = () => (servers[(connections += 1) % 2] ?? servers[0]).url;
      const onEvent = (cursor: string): boolean => {
        events.push(cursor);
        if (events.length >= expected) ended[i]?.abort();
        const isCut = Math.random() < 0.1;
        if (isCut) cuts += 1;
        return isCut;
      };
      return followPlainly({ url, token, after: start, onEvent }, ended[i]?.signal ?? AbortSignal.abort());
    });
    await Promise.all([...Array.from({ length: WRITERS }, (_, writer) => write(writer)), ...following]);
    const log = (await wholeLog()).slice(Number(from));
    expect(log).toHaveLength(expected);
    for (const events of seen) expect(events).toEqual(log);
    expect(cuts).toBeGreaterThan(FOLLOWERS);
  }, 120_000);

  it('show what was written through one server at once to those who follow at the other', async () => {
    const { latestEventCursor: after } = await ask<{ latestEventCursor: string }>(servers[1], '{ latestEventCursor }');
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
    expect(seen).toEqual((await wholeLog()).slice(-1));
  });

  it('end a stream at one server whose credential was revoked through the other, and end with a goodbye', async () => {
    const created = await ask<{ createToken: { secret: string; token: { id: string } } }>(
      servers[0],
      `mutation ($input: CreateTokenInput!) { createToken(input: $input) { ... on CreateTokenPayload { secret token { id } } } }`,
      { input: { name: 'short', scopes: ['work.read'], idempotencyKey: randomUUID() } },
    );
    const { secret, token: made } = created.createToken;
    const after = (await wholeLog()).at(-1) ?? '';
    const follower = followPlainly(
      { url: () => servers[1].url, token: secret, after, onEvent: () => false },
      new AbortController().signal,
    );
    const refused = expect(follower).rejects.toThrow(/ (4410|4403),/);
    await ask(servers[0], `mutation ($input: RevokeTokenInput!) { revokeToken(input: $input) { __typename } }`, {
      input: { tokenId: made.id },
    });
    await refused;
    expect(await servers[1].end('SIGTERM')).toBe(0);
  });
});
