import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const nested = (outer: string, inner: string): string =>
  `{ workItems(first: ${outer}) { edges { node { key decisions(first: ${inner}) { edges { node { statement } } } } } } }`;

it('charges a page for as many entries as it asks for', async () => {
  const small = await app.graphql(nested('10', '20'));
  expect(small.errors).toBeUndefined();
  const large = await app.graphql(nested('100', '100'));
  expect(large.errors?.[0]?.extensions.code).toBe('QUERY_TOO_COMPLEX');
});

it('charges for pages whose size comes from variables too', async () => {
  const query = `query ($n: Int!) ${nested('$n', '$n')}`;
  expect((await app.graphql(query, { n: 5 })).errors).toBeUndefined();
  expect((await app.graphql(query, { n: 100 })).errors?.[0]?.extensions.code).toBe('QUERY_TOO_COMPLEX');
});
