import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

describe('the public audits for GraphQL over HTTP', () => {
  const audits = serverAudits({ url: () => `${app.url}/graphql`, fetchFn: fetch });

  it.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (_name, audit) => {
    const result = await audit.fn();
    if (result.status === 'notice') return;
    expect(result.status, 'reason' in result ? result.reason : '').toBe('ok');
  });
});
