import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPostmaster } from '#server/db/embedded/postmaster-pid.ts';
import { stopPostmaster } from '#server/db/embedded/postmaster.ts';
import { DRAIN_TIMEOUT_MS } from '#server/http/limits.ts';
import { errorFacts } from '#server/log/error-facts.ts';
import { addWorkItem, newKey } from '#tests/support/cast.ts';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { sendRaw } from '#tests/support/server/raw-request.ts';
import { type ServerProcess, type ServerProcesses, serverProcesses } from '#tests/support/server/server-process.ts';
import { createTestApp } from '#tests/support/server/test-app.ts';

/** Holds nothing, not even our migrations. */
const EMPTY = 'template1';

let processes: ServerProcesses;
beforeAll(async () => {
  processes = await serverProcesses();
});
afterAll(() => processes[Symbol.asyncDispose]());

const viewerOf = async ({ url, ready }: ServerProcess) =>
  (await sendRaw(url, ready.ownerToken ?? '', JSON.stringify({ query: '{ viewer { __typename } }' }))).text;

async function inDatabase<Row extends pg.QueryResultRow>(url: string, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

describe('servers that start on a database of one’s own', () => {
  it('may be two at once on an empty one: each is ready, and one of them made the organisation', async () => {
    await using database = await createTestDatabase(EMPTY);
    const env = { DATABASE_URL: database.url, KERNEL_LOG_LEVEL: 'warn' };
    const servers = await Promise.all([processes.start(env), processes.start(env)]);
    expect(servers.map(({ ready }) => ready.firstStart).sort()).toEqual([false, true]);
    const owners = servers.filter(({ ready }) => ready.ownerToken !== undefined);
    expect(owners.map(({ ready }) => ready.firstStart)).toEqual([true]);
    for (const owner of owners) expect(await viewerOf(owner)).not.toContain('errors');
    expect(await inDatabase(database.url, 'SELECT count(*)::int AS count FROM "Organisation"')).toEqual([{ count: 1 }]);
    const ready = await Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/readyz`)).status));
    expect(ready).toEqual([200, 200]);
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
  });

  it('are not locked out when the first start was killed anywhere', async () => {
    await using database = await createTestDatabase(EMPTY);
    const { dataDir, ...env } = {
      dataDir: processes.freshDataDir(),
      DATABASE_URL: database.url,
      KERNEL_LOG_LEVEL: 'warn',
    };
    const named = { ...env, KERNEL_DATA_DIR: dataDir };
    for (const afterMs of [400, 900]) await processes.killDuringStart(named, afterMs * (0.5 + Math.random()));
    const server = await processes.start(named);
    expect(await viewerOf(server)).not.toContain('errors');
    await server.end('SIGKILL');
  });

  it('make nothing on a first start whose port is in use', async () => {
    await using test = await createTestApp();
    const dataDir = processes.freshDataDir();
    const { port } = new URL(test.url);
    const refused = await processes.tryStart({ KERNEL_PORT: port, KERNEL_DATA_DIR: dataDir });
    expect(refused).toMatchObject({ code: 'PORT_IN_USE' });
    expect(existsSync(dataDir)).toBe(false);
  });

  it('are told which port is in use, and that the database does not answer, without its password', async () => {
    await using test = await createTestApp();
    const { port } = new URL(test.url);
    const refused = await Promise.all([
      processes.tryStart({ DATABASE_URL: test.databaseUrl, KERNEL_PORT: port, KERNEL_LOG_LEVEL: 'warn' }),
      processes.tryStart({ DATABASE_URL: 'postgresql://kernel:hunter2@127.0.0.1:1/kernel' }),
    ]);
    expect(refused).toEqual([
      {
        code: 'PORT_IN_USE',
        message: `Port ${port} on 127.0.0.1 is in use.`,
        remedy: 'Stop what listens there, or choose another with --port.',
      },
      {
        code: 'DATABASE_UNREACHABLE',
        message: 'The database at 127.0.0.1:1/kernel does not answer: connect ECONNREFUSED 127.0.0.1:1.',
        remedy: 'Start it, correct DATABASE_URL, or unset DATABASE_URL to use the private one.',
      },
    ]);
  });
});

describe('a server that is told to end', () => {
  it('finishes the request that is open, takes no other, and ends well', async () => {
    await using test = await createTestApp();
    const { app, owner, ownerToken } = test;
    const workItemId = await addWorkItem(app, owner);
    const server = await processes.start({ DATABASE_URL: test.databaseUrl, KERNEL_LOG_LEVEL: 'info' });
    const holder = new pg.Client({ connectionString: test.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM "WorkItem" FOR UPDATE');
    const input = { workItem: { id: workItemId }, idempotencyKey: newKey() };
    const query =
      'mutation ($input: BlockWorkItemInput!) { blockWorkItem(input: $input) { __typename ... on UserError { code } } }';
    const start =
      'mutation ($input: StartWorkItemInput!) { startWorkItem(input: $input) { __typename ... on UserError { code } } }';
    const open = sendRaw(server.url, ownerToken, JSON.stringify({ query: start, variables: { input } }));
    await expect
      .poll(async () => (await holder.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rowCount)
      .toBeGreaterThan(0);
    const ended = server.end('SIGTERM');
    await expect.poll(() => server.log()).toContain('ending');
    await expect(sendRaw(server.url, ownerToken, JSON.stringify({ query, variables: { input } }))).rejects.toThrow(
      'fetch failed',
    );
    await holder.query('COMMIT');
    const committed = performance.now();
    expect((await open).text).toContain('StartWorkItemPayload');
    expect(await ended).toBe(0);
    // It waited for the request, and not out of patience with connections that nobody uses.
    expect(performance.now() - committed).toBeLessThan(DRAIN_TIMEOUT_MS);
    await holder.end();
  });
});

describe('the log of a server', () => {
  const issue = (name: string, fields: string) =>
    `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { __typename ${fields} } }`;

  it('holds no credential, no password and no text of the record, at its most talkative', async () => {
    await using test = await createTestApp();
    const { app, owner, ownerToken } = test;
    const workItemId = await addWorkItem(app, owner);
    const address = new URL(test.databaseUrl);
    address.password = 'password-of-the-database';
    const server = await processes.start({ DATABASE_URL: address.href, KERNEL_LOG_LEVEL: 'trace' });
    const ask = async (query: string, input: Record<string, unknown>, token = ownerToken) => {
      const variables = { input: { ...input, idempotencyKey: newKey() } };
      return (await sendRaw(server.url, token, JSON.stringify({ query, variables }))).text;
    };
    const text = 'text-that-an-agent-wrote';
    const answers = [
      await ask(issue('createMember', '... on CreateMemberPayload { secret }'), { name: text, role: 'MEMBER' }),
      await ask(issue('createMachineToken', '... on CreateMachineTokenPayload { secret }'), { machineName: 'laptop' }),
      await ask(issue('createToken', '... on CreateTokenPayload { secret }'), { name: text, scopes: ['work.read'] }),
      await ask(issue('registerSession', '... on RegisterSessionPayload { credential }'), {
        workItem: { id: workItemId },
        runtime: 'codex',
        purpose: text,
      }),
      await ask(issue('rotateToken', '... on RotateTokenPayload { secret }'), { tokenId: owner.tokenId }),
    ];
    const secrets = answers.map((answer) => /"(?:secret|credential)":"([^"]+)"/.exec(answer)?.[1]);
    await ask(issue('recordDecision', ''), { workItem: { id: workItemId }, statement: text.repeat(500) }, secrets[4]);
    await ask(issue('recordDecision', ''), { statement: text, unheardOf: secrets[0] }, secrets[4]);
    await sendRaw(server.url, 'krn_a-credential-nobody-made', '{}');
    await fetch(`${server.url}/graphql?query={viewer{__typename}}&token=${secrets[1]}`, {
      headers: { cookie: `session=${secrets[1]}` },
    });
    await inDatabase(test.databaseUrl, 'ALTER TABLE "Blocker" RENAME TO "Gone"');
    const fault = await ask(issue('raiseBlocker', ''), { workItem: { id: workItemId }, title: text }, secrets[4]);
    expect(fault).toContain('INTERNAL');
    await server.end('SIGTERM');
    expect(server.log()).toContain(/"event_?[iI]d":"([^"]+)"/.exec(fault)?.[1] ?? 'an id of the fault');
    const unwanted = [...secrets, ownerToken, text, 'krn_a-credential-nobody-made', 'password-of-the-database'];
    for (const secret of unwanted) {
      expect(secret?.length).toBeGreaterThan(10);
      expect(server.log()).not.toContain(secret);
    }
  });

  it('is given no values by errors of the database layer', async () => {
    await using test = await createTestApp();
    const wrong = { data: { name: 'a-value-of-the-record', nothing: 1 } };
    const failed = await test.app.prisma.project.create(wrong as never).catch((error: unknown) => errorFacts(error));
    expect(failed).toMatchObject({ type: 'PrismaClientValidationError', message: 'Argument `id` is missing.' });
    expect(JSON.stringify(failed)).not.toContain('a-value-of-the-record');
  });
});

describe('servers on one data folder', () => {
  it('are one at a time; what a killed one leaves is taken over by the next, with its data and its owner', async () => {
    const dataDir = processes.freshDataDir();
    const env = { KERNEL_DATA_DIR: dataDir, KERNEL_LOG_LEVEL: 'warn' };
    try {
      const first = await processes.start(env);
      expect(first.ready.firstStart).toBe(true);
      expect(await processes.tryStart(env)).toEqual({
        code: 'DATA_DIR_IN_USE',
        message: `The data folder ${dataDir} belongs to a running Kernel server (process ${first.pid}).`,
        remedy: 'Use that server, stop it first, or choose another --data-dir.',
      });
      expect(await viewerOf(first)).not.toContain('errors');
      await first.end('SIGKILL');
      const second = await processes.start(env);
      expect(second.ready).toMatchObject({ firstStart: false, ownerToken: first.ready.ownerToken });
      expect(await viewerOf(second)).not.toContain('errors');
      expect(await second.end('SIGTERM')).toBe(0);
      expect(readPostmaster(join(dataDir, 'pgdata'))).toBeUndefined();
    } finally {
      await stopPostmaster(join(dataDir, 'pgdata'));
    }
  });
});
