import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { startEmbedded } from '#server/db/embedded.ts';
import { readPostmaster } from '#server/db/embedded/postmaster-pid.ts';
import { stopPostmaster } from '#server/db/embedded/postmaster.ts';
import { eventsOfChain, writeChain } from '#tests/support/cuts/relentless-writer.ts';
import { followBySdk } from '#tests/support/cuts/sdk-follower.ts';
import { urlOf } from '#tests/support/database/database-url.ts';
import { followPlainly } from '#tests/support/server/plain-follower.ts';
import { type ServerProcess, serverProcesses, type ServerProcesses } from '#tests/support/server/server-process.ts';

/** How long is waited for what comes by itself. */
const PATIENT = { timeout: 120_000 };
const CHAINS = 4;
const CHAIN_LENGTH = 8;

let processes: ServerProcesses;
beforeAll(async () => {
  processes = await serverProcesses();
});
afterAll(() => processes[Symbol.asyncDispose]());

async function ask<T>(server: ServerProcess, token: string, query: string, input: object = {}): Promise<T> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables: { input } }),
  });
  return ((await response.json()) as { data: T }).data;
}

async function addWorkItem(server: ServerProcess, token: string): Promise<string> {
  const project = { keyPrefix: 'DARK', name: 'Written in the dark', idempotencyKey: randomUUID() };
  await ask(
    server,
    token,
    'mutation ($input: CreateProjectInput!) { createProject(input: $input) { __typename } }',
    project,
  );
  const texts = {
    title: 'a',
    goal: 'b',
    taskType: 'feature',
    priority: 'MEDIUM',
    constraints: [],
    acceptanceCriteria: [],
  };
  const answer = await ask<{ createWorkItem: { workItem: { id: string } } }>(
    server,
    token,
    'mutation ($input: CreateWorkItemInput!) { createWorkItem(input: $input) { ... on CreateWorkItemPayload { workItem { id } } } }',
    { ...texts, project: { keyPrefix: 'DARK' }, idempotencyKey: randomUUID() },
  );
  return answer.createWorkItem.workItem.id;
}

interface Probe extends AsyncDisposable {
  readonly answers: ReadonlySet<string>;
}

/** Asks the same again and again until it is disposed of, and keeps each kind of answer once. */
function probe(url: string, token: string, path: string): Probe {
  const answers = new Set<string>();
  let isOver = false;
  const ask = async () => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const body = (await response.json()) as { reason?: string; error?: { code: string } };
    answers.add(`${response.status} ${body.error?.code ?? body.reason ?? ''}`.trim());
  };
  const asking = (async () => {
    while (!isOver) await ask();
  })();
  return {
    answers,
    [Symbol.asyncDispose]: () => {
      isOver = true;
      return asking;
    },
  };
}

/** Follows at every server in each way there is. */
function followEverywhere(servers: readonly ServerProcess[], token: string, after: string, signal: AbortSignal) {
  setMaxListeners(0, signal);
  const seen: string[][] = [];
  const following = servers.flatMap(({ url }) =>
    (['plain', 'sse', 'websocket'] as const).map((way) => {
      const cursors: string[] = [];
      seen.push(cursors);
      const onEvent = (cursor: string): boolean => {
        if (!cursors.includes(cursor)) cursors.push(cursor);
        return false;
      };
      return way === 'plain'
        ? followPlainly({ url: () => url, token, after, onEvent }, signal)
        : followBySdk({ url, token, after, onEvent, transport: way }, signal);
    }),
  );
  return { seen, ended: Promise.all(following) };
}

/** The two answers that an operator and a caller get while there is no database. */
interface Outage {
  readonly ready: RegExp;
  /** Kills PostgreSQL. It does not start again before `heal`. */
  readonly breakDown: () => Promise<void>;
  readonly heal: () => void;
}

/** Writes and follows at all servers while the database is taken away under them; nothing may be lost. */
async function survive(servers: readonly [ServerProcess, ...ServerProcess[]], token: string, outage: Outage) {
  const [first] = servers;
  const workItemId = await addWorkItem(first, token);
  const { latestEventCursor: after } = await ask<{ latestEventCursor: string }>(first, token, '{ latestEventCursor }');
  const leave = new AbortController();
  const { seen, ended } = followEverywhere(servers, token, after, leave.signal);
  const chains = Array.from({ length: CHAINS }, (_, i) => {
    const { url } = servers[i % servers.length] ?? first;
    return writeChain({ url, token, workItemId, length: CHAIN_LENGTH });
  });
  const written = Promise.all(chains);
  const wait = <T>(value: () => T) => expect.poll(value, PATIENT);
  const lengths = () => seen.map(({ length }) => length);
  await Promise.race([wait(() => Math.min(...lengths())).toBeGreaterThan(CHAINS), ended]);
  {
    await using ready = probe(first.url, token, '/readyz');
    await using work = probe(first.url, token, '/api/v1/work');
    await outage.breakDown();
    await wait(() => [...ready.answers].some((answer) => outage.ready.test(answer))).toBe(true);
    await wait(() => [...work.answers]).toContain('503 DATABASE_UNAVAILABLE');
    outage.heal();
    await Promise.race([written, ended]);
    const all = CHAINS * eventsOfChain(CHAIN_LENGTH);
    await Promise.race([wait(lengths).toEqual(seen.map(() => all)), ended]);
    expect([...work.answers].sort()).toEqual(['200', '503 DATABASE_UNAVAILABLE']);
  }
  leave.abort();
  await ended;
  for (const cursors of seen) expect(cursors).toEqual(seen[0]);
  for (const { url } of servers) expect((await fetch(`${url}/readyz`)).status).toBe(200);
}

const showFaults = (servers: readonly ServerProcess[]) =>
  onTestFailed(() => {
    const faults = servers.flatMap((server) =>
      server
        .log()
        .split('\n')
        .filter((line) => line.includes('fault while')),
    );
    process.stderr.write(`${faults.slice(0, 5).join('\n')}\n`);
  });

/** A PostgreSQL without this file does not start. */
const breakerOf = (pgdata: string) => {
  const needed = join(pgdata, 'PG_VERSION');
  return { take: () => renameSync(needed, `${needed}.taken`), heal: () => renameSync(`${needed}.taken`, needed) };
};

describe('a server whose private PostgreSQL is killed', () => {
  it('starts it again, says meanwhile what is wrong, and loses nothing', async () => {
    const dataDir = processes.freshDataDir();
    const pgdata = join(dataDir, 'pgdata');
    try {
      const server = await processes.start({ KERNEL_DATA_DIR: dataDir, KERNEL_LOG_LEVEL: 'info' });
      showFaults([server]);
      const { take, heal } = breakerOf(pgdata);
      const breakDown = async () => {
        take();
        process.kill(readPostmaster(pgdata)?.pid ?? 0, 'SIGKILL');
      };
      const ready = /^503 The private PostgreSQL went away and is started again: try \d of 5\.$/;
      await survive([server], server.ready.ownerToken ?? '', { ready, breakDown, heal });
      expect(server.log()).toContain('the private PostgreSQL runs again');
      expect(await server.end('SIGTERM')).toBe(0);
      expect(readPostmaster(pgdata)).toBeUndefined();
    } finally {
      await stopPostmaster(pgdata);
    }
  }, 300_000);
});

describe('servers whose PostgreSQL is restarted underneath', () => {
  it('name it, go on by themselves, and lose nothing', async () => {
    const dataDir = mkdtempSync('/tmp/kernel-outage-');
    chmodSync(dataDir, 0o711);
    const pgdata = join(dataDir, 'pgdata');
    {
      await using cluster = await startEmbedded({ dataDir, durable: false });
      const env = { DATABASE_URL: urlOf(cluster.connection, cluster.connection.database), KERNEL_LOG_LEVEL: 'warn' };
      const server = await processes.start(env);
      const servers = [server, await processes.start(env)] as const;
      showFaults(servers);
      const { take, heal } = breakerOf(pgdata);
      const breakDown = async () => {
        take();
        await stopPostmaster(pgdata);
      };
      const ready = /^503 The database does not answer\. The server goes on by itself once it does\.$/;
      await survive(servers, server.ready.ownerToken ?? '', { ready, breakDown, heal });
      for (const each of servers) expect(each.log()).not.toContain('fault while');
      await Promise.all(servers.map((each) => each.end('SIGTERM')));
    }
    rmSync(dataDir, { recursive: true });
  }, 300_000);
});
