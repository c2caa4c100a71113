import { afterAll, beforeAll, expect, it } from 'vitest';
import { authenticate } from '#server/auth/authenticate.ts';
import { ensureOrganisation } from '#server/auth/first-start.ts';
import { scopes } from '#server/auth/scopes.ts';
import { mintSecret } from '#server/auth/secret.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

it('makes an owner with every scope', () => {
  expect(test.owner).toMatchObject({ kind: 'member', role: 'OWNER' });
  expect([...test.owner.scopes]).toEqual([...scopes]);
});

it('changes nothing on a later start, and lets no other secret in', async () => {
  const secret = mintSecret();
  expect(await ensureOrganisation(test.app, secret)).toBe(false);
  expect(await authenticate(test.app, secret)).toBeNull();
  expect(await test.app.prisma.organisation.count()).toBe(1);
});

it('creates one organisation when eight servers start at once', async () => {
  await test.app.prisma.$executeRaw`TRUNCATE "Organisation" CASCADE`;
  const secrets = Array.from({ length: 8 }, mintSecret);
  const created = await Promise.all(secrets.map((secret) => ensureOrganisation(test.app, secret)));
  expect(created.filter(Boolean)).toHaveLength(1);
  const signedIn = await Promise.all(secrets.map((secret) => authenticate(test.app, secret)));
  expect(signedIn.map((actor) => actor !== null)).toEqual(created);
  expect(await test.app.prisma.organisation.count()).toBe(1);
  expect(await test.app.prisma.member.count()).toBe(1);
});
