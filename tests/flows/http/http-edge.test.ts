import { request as httpRequest } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

interface Answer {
  data?: unknown;
  errors?: { message: string; extensions: { code: string; eventId?: string } }[];
}

async function ask(body: string, headers: Record<string, string> = {}): Promise<{ status: number; answer: Answer }> {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      authorization: `Bearer ${app.ownerToken}`,
      ...headers,
    },
    body,
  });
  return { status: response.status, answer: (await response.json()) as Answer };
}

const asQuery = (query: string, variables: Record<string, unknown> = {}): string =>
  JSON.stringify({ query, variables });

describe('the edge of the server', () => {
  it('says that the process is alive and that the database is ready', async () => {
    expect(await (await fetch(`${app.url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${app.url}/readyz`)).json()).toEqual({ ready: true, database: 'ok', migrations: 'ok' });
  });

  it('answers every request under an id, the caller’s own where it is well-formed', async () => {
    const own = await fetch(`${app.url}/healthz`, { headers: { 'x-request-id': 'my-request-0001' } });
    expect(own.headers.get('x-request-id')).toBe('my-request-0001');
    const made = await fetch(`${app.url}/healthz`, { headers: { 'x-request-id': 'bad id!' } });
    expect(made.headers.get('x-request-id')).toMatch(/^req_/);
  });

  it('names what is not there and what a route does not take', async () => {
    expect((await fetch(`${app.url}/nothing`)).status).toBe(404);
    const wrong = await fetch(`${app.url}/healthz`, { method: 'POST' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET']);
  });

  it('refuses a credential it does not know with 401, on GraphQL and on plain routes', async () => {
    const headers = { authorization: 'Bearer krn_unknown' };
    for (const path of ['/graphql', '/uploads']) {
      const response = await fetch(`${app.url}${path}`, { method: 'POST', headers, body: '{}' });
      const body = (await response.json()) as { error: { code: string } };
      expect([response.status, body.error.code]).toEqual([401, 'UNAUTHENTICATED']);
    }
  });

  it('refuses everything but the schema itself to a caller without a credential', async () => {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: asQuery('{ workItems { totalCount } }'),
    });
    const answer = (await response.json()) as Answer;
    expect([response.status, answer.errors?.[0]?.extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
  });
});

describe('bad requests', () => {
  it('answers JSON that is none, and a query that does not parse or validate, with BAD_REQUEST', async () => {
    for (const body of ['{', 'null', '[]', '{"query": 7}', asQuery('{'), asQuery('{ nothing }')]) {
      const { status, answer } = await ask(body);
      expect([body, status, answer.errors?.[0]?.extensions.code]).toEqual([body, 400, 'BAD_REQUEST']);
    }
  });

  it('refuses a body over the limit before reading all of it, and sooner from a caller without a credential', async () => {
    const longQuery = (bytes: number) => asQuery(`{ viewer { __typename } } # ${'x'.repeat(bytes)}`);
    expect((await ask(longQuery(5 * 1024 * 1024))).status).toBe(413);
    expect((await ask(longQuery(2 * 1024 * 1024))).status).toBe(200);
    const headers = { 'content-type': 'application/json' };
    const body = longQuery(2 * 1024 * 1024);
    expect((await fetch(`${app.url}/graphql`, { method: 'POST', headers, body })).status).toBe(413);
  });

  it('refuses a content type that is not JSON', async () => {
    const { status } = await ask('query { __typename }', { 'content-type': 'text/plain' });
    expect(status).toBe(415);
  });

  it('refuses a query that is too deep, has too many aliases, or asks for too large a page', async () => {
    const deep = `{ workItems { nodes: edges { node { project { ${'workItems { edges { node { project { '.repeat(6)} id ${'} } } }'.repeat(6)} } } } } }`;
    const aliases = `{ ${Array.from({ length: 150 }, (_, i) => `a${i}: __typename`).join(' ')} }`;
    const page = '{ workItems(first: 5000) { totalCount } }';
    for (const query of [deep, aliases, page]) {
      const { answer } = await ask(asQuery(query));
      expect([query.slice(0, 40), answer.errors?.[0]?.extensions.code]).toEqual([
        query.slice(0, 40),
        'QUERY_TOO_COMPLEX',
      ]);
    }
    const viaVariable = await ask(asQuery('query ($n: Int) { workItems(first: $n) { totalCount } }', { n: 5000 }));
    expect(viaVariable.answer.errors?.[0]?.extensions.code).toBe('QUERY_TOO_COMPLEX');
  });

  it('refuses a document of too many tokens', async () => {
    const { status } = await ask(asQuery(`{ ${'__typename '.repeat(20_000)} }`));
    expect(status).toBe(400);
  });

  it('survives a caller that goes away in the middle of a body', async () => {
    const port = Number(new URL(app.url).port);
    await new Promise<void>((resolve, reject) => {
      const socket = connectSocket(port, '127.0.0.1', () => {
        socket.write(
          'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"que',
        );
        socket.destroy();
      });
      socket.once('close', () => resolve());
      socket.once('error', reject);
    });
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  });

  it('keeps the connection usable for the next request after a refusal', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest(
        `${app.url}/graphql`,
        { method: 'POST', headers: { authorization: 'Basic x' } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      request.once('error', reject);
      request.end('{}');
    });
    expect(status).toBe(401);
  });
});
