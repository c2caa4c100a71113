import type { GraphQLField } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '#server/http/rest/operations.ts';
import { schema } from '#schema/schema.ts';
import { kernelProcess } from '#tests/support/cli/kernel.ts';
import { newKey } from '#tests/support/cast.ts';
import { type ServerProcess, type ServerProcesses, serverProcesses } from '#tests/support/server/server-process.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { mutations, queries } from '../access/attempts.ts';
import { documentOf } from '../access/document-of.ts';
import { createVictim, type Victim } from '../access/victim.ts';
import { allCanaries, canaries, findCanaries, type Output, shapedCanaries } from './canaries.ts';
import { poisonedArguments, poisonedJson } from './inputs.ts';
import { databaseOutputs, fileOutputs, streamOutput } from './outputs.ts';

/** Hundreds of requests, on machines that have other work. */
const MANY_REQUESTS_MS = 120_000;
/** They end the credential that everything here is asked with; their inputs are ids alone. */
const ENDS_CREDENTIALS = ['rotateToken', 'revokeToken'];
const EVENT =
  'cursor type occurredAt actor { kind id name } data { key value } workItem { title goal } handoff { objective }';

let test: TestApp;
let processes: ServerProcesses;
let server: ServerProcess;
let victim: Victim;
let begin: string;
const outputs: Output[] = [];

beforeAll(async () => {
  [test, processes] = await Promise.all([createTestApp(), serverProcesses()]);
  const env = { DATABASE_URL: test.databaseUrl, KERNEL_LOG_LEVEL: 'debug' };
  server = await processes.start(env);
  begin = await latestCursor();
  victim = await createVictim(test);
});
afterAll(async () => {
  await processes[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});

async function latestCursor(): Promise<string> {
  const answer = await test.graphql<{ latestEventCursor: string }>('{ latestEventCursor }');
  return answer.data?.latestEventCursor ?? '';
}

/** Sends a request and keeps all that comes back. */
async function send(path: string, init: RequestInit = {}): Promise<string> {
  const headers = new Headers({ authorization: `Bearer ${test.ownerToken}`, 'content-type': 'application/json' });
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
  const response = await fetch(`${server.url}${path}`, { ...init, headers });
  const text = await response.text();
  const where = `the answer to ${init.method ?? 'GET'} ${path.slice(0, 60)} ${JSON.stringify(init.body ?? '').slice(0, 60)}`;
  outputs.push({ where, text: `${JSON.stringify([...response.headers])}\n${text}` });
  return text;
}

const post = (path: string, body: unknown, headers: HeadersInit = {}) =>
  send(path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });

async function sendPoisoned(kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>): Promise<void> {
  const given = (kind === 'query' ? queries : mutations)[field.name]?.(victim) ?? {};
  const requests = poisonedArguments(field, given).map((variables) => ({
    query: documentOf(kind, field, variables),
    variables,
  }));
  await Promise.all(requests.map((request) => post('/graphql', request)));
}

const fieldsOf = (root: ReturnType<typeof schema.getQueryType>) => Object.values(root?.getFields() ?? {});

/** Nothing of what came out so far may hold a canary. */
const expectNone = () => expect(findCanaries(outputs.splice(0))).toEqual([]);

describe('a secret that somebody lets slip', () => {
  it.each(fieldsOf(schema.getMutationType()).filter(({ name }) => !ENDS_CREDENTIALS.includes(name)))(
    'into any argument of $name comes out nowhere',
    async (field) => {
      await sendPoisoned('mutation', field);
      expectNone();
    },
  );

  it.each(fieldsOf(schema.getQueryType()))('into any argument of $name comes out nowhere', async (field) => {
    await sendPoisoned('query', field);
    expectNone();
  });

  it('into a document that is no GraphQL comes out nowhere', async () => {
    for (const { text } of canaries) {
      await post('/graphql', { query: `{ viewer { ${text} } }` });
      await post('/graphql', { query: `{ workItem(ref: { id: ${JSON.stringify(text)} }) { nothing } }` });
      await post('/graphql', { query: `{ viewer { id } } # ${text}`, operationName: text });
      await post('/graphql', `{"query": "${text}`);
      await post('/graphql', { query: 'query ($a: Int) { viewer { id } }', variables: { a: text } });
    }
    expectNone();
  });

  it('into any field of the plain routes comes out nowhere', async () => {
    for (const { method, path, example } of operations) {
      const at = `/api/v1${path.replace('{id}', method === 'GET' ? victim.workItemId : (example.id ?? ''))}`;
      const bodies = method === 'GET' ? [] : poisonedJson(example.body ?? {});
      await Promise.all(bodies.map((body) => send(at, { method, body: JSON.stringify(body) })));
      const bad = encodeURIComponent(canaries[0]!.text);
      await send(`/api/v1${path.replace('{id}', bad)}?cursor=${bad}&${bad}=1`, {
        method,
        ...(method === 'GET' ? {} : { body: '{}' }),
      });
      if (method !== 'GET') await send(at, { method, body: `{"a": ${canaries[1]!.text}` });
    }
    expectNone();
  });

  it('into a path, a header, a key or a credential comes out nowhere', async () => {
    for (const { value, text } of shapedCanaries) {
      const encoded = encodeURIComponent(value);
      for (const path of [
        `/${encoded}`,
        `/api/v1/work/${encoded}`,
        `/healthz?token=${encoded}`,
        `/uploads/${value}`,
        `/?token=${encoded}`,
        `/sessions/${encoded}`,
      ]) {
        await send(path);
        await send(path, { method: 'DELETE' });
      }
      const headers = { 'x-request-id': value.slice(0, 100), 'user-agent': value, 'idempotency-key': value };
      await send('/healthz', { headers });
      await post('/api/v1/work/AUTH-1/decisions', { statement: text, rationale: text }, headers);
      await post('/api/v1/work/AUTH-1/decisions', { statement: 'other input' }, headers);
      await post('/graphql', { query: '{ viewer { id } }' }, { authorization: `Bearer ${value}` });
      await post('/graphql', { query: '{ viewer { id } }' }, { 'content-type': `text/${value}` });
    }
    expectNone();
  });

  it('into the whole story of a work item comes out nowhere, in package, briefing and page neither', async () => {
    const { app, owner } = test;
    const key = () => ({ idempotencyKey: newKey() });
    const workItem = { id: victim.workItemId };
    const input = { workItem, runtime: 'codex', purpose: 'implement', syncMode: 'FULL', ...key() } as const;
    const { sessionId } = await app.services.sessions.registerSession(owner, input);
    const files = shapedCanaries.map(({ value }) => ({ path: `src/${value}.ts`, insertions: 1, deletions: 1 }));
    await app.services.sessions.reportWorkspace(owner, { sessionId, files });
    const event = { kind: 'MESSAGE', occurredAt: new Date(), summary: canaries[0]!.text, text: allCanaries } as const;
    await app.services.sessions.recordSessionEvents(owner, { sessionId, events: [event], ...key() });
    const decision = { statement: allCanaries, rationale: allCanaries, evidence: canaries.map(({ text }) => text) };
    await app.services.work.recordDecision(owner, { workItem, sessionId, ...decision, ...key() });
    const request = { workItem, fromSessionId: sessionId, targetRuntime: 'claude', purpose: canaries[0]!.text };
    const { handoffId } = await app.services.handoffs.requestHandoff(owner, {
      ...request,
      objective: allCanaries,
      ...key(),
    });
    await app.services.handoffs.compileHandoff(owner, { handoffId, ...key() });
    const shown = `{ handoff(id: "${handoffId}") { objective purpose package { document markdown lint { code message path }
      briefing { text } } } }`;
    const answer = await post('/graphql', { query: shown });
    expect(answer).toContain('[redacted:github-token]');
    expect(answer).toContain('SECRET_REPLACED');
    expectNone();
  });

  it('is told of to whoever sent it, by class and number', async () => {
    const mutation = documentOf('mutation', schema.getMutationType()!.getFields()['raiseBlocker']!, { input: {} });
    const input = { workItem: { id: victim.workItemId }, title: canaries[7]!.text, detail: canaries[8]!.text };
    const variables = { input: { ...input, severity: 'LOW', idempotencyKey: newKey() } };
    const graphql = JSON.parse(await post('/graphql', { query: mutation, variables })) as { extensions?: unknown };
    expect(graphql.extensions).toEqual({ redactions: { 'kernel-token': 1, 'github-token': 1 } });
    const plain = await fetch(`${server.url}/api/v1/work/AUTH-1/decisions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${test.ownerToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ statement: canaries[8]!.text }),
    });
    expect(plain.headers.get('x-kernel-redactions')).toBe('github-token=1');
  });

  it(
    'on the command line comes out nowhere',
    async () => {
      await using kernel = await kernelProcess({ KERNEL_SERVER_URL: server.url, KERNEL_TOKEN: test.ownerToken });
      const commands = [
        ['decision', 'record', allCanaries, '--work', 'AUTH-1', '--rationale', allCanaries],
        ['blocker', 'raise', canaries[0]!.text, '--work', 'AUTH-1', '--detail', allCanaries],
        ['work', 'show', canaries[8]!.value, '--json'],
        ['handoff', 'show', canaries[7]!.value, '--json'],
        [canaries[8]!.value],
        ['work', `--${canaries[8]!.value}`],
        ['whoami', '--server', `http://me:${canaries[3]!.value}@127.0.0.1:1`],
      ];
      for (const args of commands) {
        const { out, err } = await kernel.run(args);
        outputs.push({ where: `kernel ${args.join(' ').slice(0, 60)}`, text: `${out}\n${err}` });
      }
      outputs.push(...(await fileOutputs(kernel.folder)).filter(({ where }) => where !== kernel.program));
      expectNone();
    },
    MANY_REQUESTS_MS,
  );

  it('stands in no log, no row of the database and no stream afterwards', async () => {
    const last = await latestCursor();
    const query = `subscription { events(after: "${begin}") { ${EVENT} } }`;
    outputs.push(await streamOutput({ url: server.url, token: test.ownerToken, query }, (text) => text.includes(last)));
    const rows = await databaseOutputs(test.databaseUrl);
    expect(rows.some(({ text }) => text.includes('[redacted:github-token]'))).toBe(true);
    outputs.push(...rows, { where: 'the log', text: server.log() });
    expect(server.log()).toContain('answered');
    expectNone();
  });

  it(
    'stands in no file of the data folder once the server has ended',
    async () => {
      const dataDir = processes.freshDataDir();
      const own = await processes.start({ KERNEL_DATA_DIR: dataDir, KERNEL_LOG_LEVEL: 'debug' });
      const headers = { authorization: `Bearer ${own.ready.ownerToken ?? ''}`, 'content-type': 'application/json' };
      const command = async (path: string, body: unknown) => {
        const response = await fetch(`${own.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
        return (await response.json()) as { data?: unknown; error?: unknown; errors?: unknown };
      };
      const input = { keyPrefix: 'AUTH', name: 'Auth', idempotencyKey: newKey() };
      const query = documentOf('mutation', schema.getMutationType()!.getFields()['createProject']!, { input });
      await command('/graphql', { query, variables: { input } });
      const work = { project: 'AUTH', title: 'T', goal: 'a goal to look for' };
      expect((await command('/api/v1/work', work)).error).toBeUndefined();
      for (const { text } of canaries) {
        const { error } = await command('/api/v1/work/AUTH-1/decisions', { statement: `look for: ${text}` });
        expect(error).toBeUndefined();
      }
      expect(await own.end('SIGTERM')).toBe(0);
      const files = await fileOutputs(dataDir);
      // What is no secret does stand in them: the search is able to find.
      expect(files.some(({ text }) => text.includes('a goal to look for'))).toBe(true);
      outputs.push(...files, { where: 'the log', text: own.log() });
      expectNone();
    },
    MANY_REQUESTS_MS,
  );
});
