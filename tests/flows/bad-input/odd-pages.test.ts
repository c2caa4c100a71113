import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSession, addWorkItem } from '#tests/support/cast.ts';
import { sendRaw } from '#tests/support/server/raw-request.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

async function ask(query: string, variables: unknown = {}) {
  const answer = await sendRaw(test.url, test.ownerToken, JSON.stringify({ query, variables }));
  expect([answer.status, answer.codes.includes('INTERNAL')], answer.text).toEqual([200, false]);
  return answer;
}

describe('pages that cannot be', () => {
  const page = (args: string) => ask(`{ workItems(${args}) { edges { cursor } } }`);

  it.each(['first: -1', 'last: -5', 'first: 101', 'last: 101', 'first: 2147483647', 'first: -2147483648'])(
    'are refused: %s',
    async (args) => {
      const { codes, text } = await page(args);
      expect(codes.length, text).toBe(1);
      expect(['BAD_REQUEST', 'VALIDATION_FAILED', 'QUERY_TOO_COMPLEX']).toContain(codes[0]);
    },
  );

  it('are refused when a default of a variable asks for them', async () => {
    const { codes } = await ask('query ($n: Int = 5000) { workItems(first: $n) { totalCount } }');
    expect(codes).toEqual(['QUERY_TOO_COMPLEX']);
  });

  it('are refused after a cursor that is forged, and show nothing after a foreign one', async () => {
    const forged = [
      '',
      'x',
      'R1BDOlM6',
      Buffer.from('GPC:N:99999999999999999999').toString('base64'),
      Buffer.from('GPC:J:{').toString('base64'),
      Buffer.from('GPC:D:9e99').toString('base64'),
    ];
    for (const after of forged) {
      const { codes } = await ask('query ($after: String) { workItems(after: $after) { edges { cursor } } }', {
        after,
      });
      expect([after, ['VALIDATION_FAILED', 'BAD_REQUEST', undefined].includes(codes[0])]).toEqual([after, true]);
      for (const of of ['events', 'machines', 'members', 'tokens', 'projects'])
        await ask(`query ($after: String) { ${of}(first: 2, after: $after) { edges { cursor } } }`, { after });
    }
  });

  it('take back the cursors they gave, and no other list’s', async () => {
    const { sessionId } = await addSession(test.app, test.owner, await addWorkItem(test.app, test.owner));
    const files = ['a', 'b', 'c'].map((path) => ({ path, insertions: 1, deletions: 0 }));
    await test.app.services.sessions.reportWorkspace(test.owner, { sessionId, files });
    const paths =
      'query ($id: ID!, $after: String) { agentSession(id: $id) { workspace(first: 1, after: $after) { edges { cursor node { path } } } } }';
    const compound = /"cursor":"([^"]+)"/.exec((await ask(paths, { id: sessionId })).text)?.[1];
    expect((await ask(paths, { id: sessionId, after: compound })).text).toContain('"path":"b"');
    const items = 'query ($after: String) { workItems(first: 1, after: $after) { edges { cursor } } }';
    const single = /"cursor":"([^"]+)"/.exec((await ask(items)).text)?.[1];
    expect((await ask(items, { after: single })).codes).toEqual([]);
    expect((await ask(items, { after: compound })).codes).toEqual(['VALIDATION_FAILED']);
    expect((await ask(paths, { id: sessionId, after: single })).codes).toEqual(['VALIDATION_FAILED']);
  });
});
