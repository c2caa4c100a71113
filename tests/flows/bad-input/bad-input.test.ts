import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSession, newKey } from '#tests/support/cast.ts';
import { type RawAnswer, sendRaw } from '#tests/support/server/raw-request.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { flawsOf } from '#tests/support/scenes/whole-record.ts';
import { createVictim, type Victim } from '../access/victim.ts';

let test: TestApp;
let victim: Victim;
const answers: RawAnswer[] = [];

beforeAll(async () => {
  test = await createTestApp();
  victim = await createVictim(test);
});
afterAll(async () => {
  expect(answers.filter(({ status, codes }) => status >= 500 || codes.includes('INTERNAL'))).toEqual([]);
  expect(await flawsOf(test.app.prisma)).toEqual([]);
  expect((await fetch(`${test.url}/readyz`)).status).toBe(200);
  await test[Symbol.asyncDispose]();
});

async function raw(
  ...args: Parameters<typeof sendRaw> extends [string, string, ...infer Rest] ? Rest : never
): Promise<RawAnswer> {
  const answer = await sendRaw(test.url, test.ownerToken, ...args);
  answers.push(answer);
  return answer;
}
const ask = (query: string, variables: unknown = {}) => raw(JSON.stringify({ query, variables }));

const DECIDE = `mutation ($input: RecordDecisionInput!) { recordDecision(input: $input) {
  __typename ... on RecordDecisionPayload { decision { id statement } } ... on UserError { code message } } }`;
const decision = (fields: Record<string, unknown> = {}) => ({
  input: { workItem: { id: victim.workItemId }, statement: 'Keep both keys', idempotencyKey: newKey(), ...fields },
});
const countDecisions = () => test.app.prisma.decision.count();

describe('text that cannot be kept', () => {
  it.each([
    ['half a surrogate pair, escaped in JSON', '"\\ud800"'],
    ['the halves the wrong way round', '"\\udc00\\ud83d"'],
    ['a NUL', '"a\\u0000b"'],
    ['nothing but space', '" \\n\\t"'],
    ['more than the limit', JSON.stringify('x'.repeat(4_001))],
  ])('is refused by the name of its field: %s', async (_what, json) => {
    const before = await countDecisions();
    const body = JSON.stringify({ query: DECIDE, variables: decision({ statement: 'HERE' }) }).replace('"HERE"', json);
    const { status, codes, text } = await raw(body);
    expect([status, codes]).toEqual([200, ['VALIDATION_FAILED']]);
    expect(text).toContain('statement');
    expect(await countDecisions()).toBe(before);
  });

  it.each([
    ['Latin-1', Buffer.from('caf\xe9', 'latin1')],
    ['a surrogate in three bytes', Buffer.from([0xed, 0xa0, 0x80])],
    ['an overlong NUL', Buffer.from([0xc0, 0x80])],
  ])('is refused when its bytes are not UTF-8, instead of kept with marks in it: %s', async (_what, bytes) => {
    const before = await countDecisions();
    const [head = '', tail = ''] = JSON.stringify({ query: DECIDE, variables: decision({ statement: 'HERE' }) }).split(
      'HERE',
    );
    const { status, codes } = await raw(new Uint8Array(Buffer.concat([Buffer.from(head), bytes, Buffer.from(tail)])));
    expect([status, codes]).toEqual([400, ['BAD_REQUEST']]);
    expect(await countDecisions()).toBe(before);
  });

  it('is refused before it is read when it is ten megabytes', async () => {
    const { status, codes } = await ask(DECIDE, decision({ statement: 'x'.repeat(10_000_000) }));
    expect([status, codes]).toEqual([413, ['PAYLOAD_TOO_LARGE']]);
    expect((await ask(DECIDE, decision())).text).toContain('RecordDecisionPayload');
  });
});

describe('requests that are not what they should be', () => {
  const deepList = `${'['.repeat(2_000)}${']'.repeat(2_000)}`;
  const fragments = '{ viewer { ...a } } fragment a on Viewer { ...b } fragment b on Viewer { ...a }';

  it.each([
    [
      'a fraction for a whole number',
      '{"query":"query ($n: Int) { workItems(first: $n) { totalCount } }","variables":{"n":1.5}}',
    ],
    [
      'a text for a whole number',
      '{"query":"query ($n: Int) { workItems(first: $n) { totalCount } }","variables":{"n":"5"}}',
    ],
    ['an object for a text', JSON.stringify({ query: DECIDE, variables: { input: { statement: {} } } })],
    ['a list for variables', JSON.stringify({ query: DECIDE, variables: [] })],
    ['a text for variables', JSON.stringify({ query: DECIDE, variables: 'x' })],
    ['no variables where they are needed', JSON.stringify({ query: DECIDE })],
    ['an operation that is not there', JSON.stringify({ query: 'query A { __typename }', operationName: 'B' })],
    ['one of two operations, unnamed', JSON.stringify({ query: 'query A { __typename } query B { __typename }' })],
    ['fragments in a circle', JSON.stringify({ query: fragments })],
    ['a list of lists of lists', JSON.stringify({ query: `{ node(id: ${deepList}) { id } }` })],
    [
      'a document nested without end',
      JSON.stringify({ query: `{ ${'viewer { '.repeat(1_500)} id ${'}'.repeat(1_500)} }` }),
    ],
    ['several requests in one', JSON.stringify([{ query: '{ __typename }' }, { query: '{ __typename }' }])],
    ['a subscription', JSON.stringify({ query: 'subscription { nothing }' })],
    ['keys that no input has', JSON.stringify({ query: DECIDE, variables: { input: { nothing: 1 } } })],
  ])('are BAD_REQUEST: %s', async (_what, body) => {
    const { codes, text } = await raw(body);
    expect(codes.length, text.slice(0, 300)).toBeGreaterThan(0);
    expect([...new Set(codes)], text.slice(0, 300)).toEqual(['BAD_REQUEST']);
  });

  it('are refused when their variables are nested without end', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    for (const query of [DECIDE, 'query ($input: Int) { workItems(first: $input) { totalCount } }']) {
      const { codes } = await raw(JSON.stringify({ query, variables: { input: 'HERE' } }).replace('"HERE"', deep));
      expect(codes).toEqual(['VALIDATION_FAILED']);
    }
  });

  it('are answered in JSON with a code, whatever is wrong with their headers', async () => {
    const body = JSON.stringify({ query: '{ __typename }' });
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/json; charset=latin1',
      '%',
      'x'.repeat(500),
    ]) {
      const { status, codes } = await raw(body, { 'content-type': type });
      expect([type, status, codes]).toEqual([type, 415, ['BAD_REQUEST']]);
    }
  });

  it.each([
    ['GET', '?query={__typename}&variables=%7B', 400],
    ['GET', '?query={__typename}&extensions=x', 400],
    ['GET', '?query={__typename}&variables=[]', 400],
    ['PUT', '', 405],
    ['TRACE', '', 405],
    ['OPTIONS', '', 405],
  ])('are refused by their method and their parameters: %s %s', async (method, parameters, status) => {
    const { port, hostname } = new URL(test.url);
    const headers = { authorization: `Bearer ${test.ownerToken}` };
    const text = await new Promise<string>((resolve, reject) => {
      const request = httpRequest({ port, hostname, method, headers, path: `/graphql${parameters}` }, (response) => {
        expect(response.statusCode).toBe(status);
        let received = '';
        response.setEncoding('utf8').on('data', (part: string) => (received += part));
        response.on('end', () => resolve(received));
      });
      request.on('error', reject).end();
    });
    expect(JSON.parse(text)).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
  });

  it('reach nothing through __proto__ and constructor', async () => {
    const keys = ['__proto__', 'constructor', 'prototype'];
    for (const key of keys) {
      const body = JSON.stringify({ query: DECIDE, variables: decision() });
      const inside = await raw(body.replace('{"workItem"', `{"${key}":{"statement":"polluted"},"workItem"`));
      expect([key, inside.codes]).toEqual([key, ['BAD_REQUEST']]);
      const beside = await raw(body.replace('"variables":{', `"variables":{"${key}":{"polluted":true},`));
      expect(beside.text).toContain('RecordDecisionPayload');
      const named = await ask(`{ ${key} }`);
      expect(named.codes).toEqual(['BAD_REQUEST']);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('mean what the last of two equal keys says', async () => {
    const body = JSON.stringify({ query: DECIDE, variables: decision({ statement: 'the last' }) });
    const { text } = await raw(body.replace('"statement"', '"statement":"the first","statement"'));
    expect(text).toContain('"statement":"the last"');
  });
});

describe('lists without end', () => {
  it('are refused by their limit, by the name of their field', async () => {
    const evidence = Array.from({ length: 20_000 }, () => 'x');
    const { codes, text } = await ask(DECIDE, decision({ evidence }));
    expect(codes).toEqual(['VALIDATION_FAILED']);
    expect(text).toMatch(/evidence: has 20000 entries; the limit is \d+/);
  });

  it('are refused of files and of events too', async () => {
    const { sessionId } = await addSession(test.app, test.owner, victim.workItemId);
    const files = Array.from({ length: 10_001 }, (_, i) => ({ path: `f${i}`, insertions: 0, deletions: 0 }));
    const report = await ask(
      'mutation ($input: ReportWorkspaceInput!) { reportWorkspace(input: $input) { __typename ... on UserError { code message } } }',
      { input: { sessionId, files } },
    );
    expect(report.codes).toEqual(['VALIDATION_FAILED']);
    const events = Array.from({ length: 501 }, () => ({ kind: 'TOOL', occurredAt: '2026-01-01T00:00:00Z' }));
    const recorded = await ask(
      'mutation ($input: RecordSessionEventsInput!) { recordSessionEvents(input: $input) { __typename ... on UserError { code message } } }',
      { input: { sessionId, events, idempotencyKey: newKey() } },
    );
    expect(recorded.codes).toEqual(['VALIDATION_FAILED']);
  });
});

describe('moments that are none', () => {
  it.each(['2026-02-30T00:00:00Z', '0', '', '+275760-09-13T00:00:00.000Z', 'yesterday'])(
    'are refused: %j',
    async (expiresAt) => {
      const query =
        'mutation ($input: CreateTokenInput!) { createToken(input: $input) { __typename ... on UserError { code } } }';
      const { codes, text } = await ask(query, {
        input: { name: 'x', scopes: ['work.read'], expiresAt, idempotencyKey: newKey() },
      });
      expect(codes).toEqual(['VALIDATION_FAILED']);
      expect(text).toContain('must be a moment such as');
    },
  );
});
