import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type CredentialEnd, CredentialWatch } from '#server/auth/credential-watch.ts';
import { addMember, addSession, addWorkItem, newKey } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

/** Two of them, and the query between, fit in the second after which PROTOCOL.md says that a stream is closed. */
const HALF_A_SECOND_MS = 500;

let test: TestApp;
let now: Date;
let watch: CredentialWatch;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  now = new Date();
  watch = new CredentialWatch({ prisma: test.app.prisma, clock: { now: () => now } }, test.app.log);
});
afterEach(() => {
  watch[Symbol.dispose]();
  vi.useRealTimers();
});

/** What the watch tells of a token in its next look, which is at most half a second away. */
async function toldOf(tokenId: string, change: () => Promise<unknown> | undefined): Promise<CredentialEnd> {
  const told = new Promise<CredentialEnd>((resolve) => watch.watch(tokenId, resolve));
  await change();
  vi.advanceTimersByTime(HALF_A_SECOND_MS);
  return told;
}

it('tells by its next look, without any word of the log, that a credential was revoked', async () => {
  const { actor } = await addMember(test.app, test.owner, 'Revoked');
  const { tokenId } = actor;
  expect(await toldOf(tokenId, () => test.app.services.tokens.revokeToken(test.owner, { tokenId }))).toBe('REVOKED');
  expect(watch.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

it('tells by its next look that a credential has expired', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const created = await test.app.services.tokens.createToken(test.owner, {
    name: 'short',
    scopes: ['work.read'],
    expiresAt,
    idempotencyKey: newKey(),
  });
  const expire = (): undefined => void (now = expiresAt);
  expect(await toldOf(created.tokenId, expire)).toBe('EXPIRED');
});

it('tells that the session of a credential has ended', async () => {
  const { sessionId, actor } = await addSession(test.app, test.owner, await addWorkItem(test.app, test.owner));
  const end = () =>
    test.app.services.sessions.endSession(test.owner, { sessionId, status: 'FAILED', idempotencyKey: newKey() });
  expect(await toldOf(actor.tokenId, end)).toBe('REVOKED');
});

it('tells at once what the log says, and only those it is about', async () => {
  const told: string[] = [];
  for (const tokenId of ['tok_1', 'tok_2']) watch.watch(tokenId, () => told.push(tokenId));
  watch.hear({ type: 'token.created', data: { tokenId: 'tok_2' } });
  watch.hear({ type: 'token.revoked', data: { tokenId: 'tok_1' } });
  expect(told).toEqual(['tok_1']);
  expect(watch.size).toBe(1);
});

it('watches more credentials than one statement takes parameters', async () => {
  for (let number = 0; number < 70_000; number++) watch.watch(`tok_${number}`, () => undefined);
  const { actor } = await addMember(test.app, test.owner, 'One of many');
  const { tokenId } = actor;
  expect(await toldOf(tokenId, () => test.app.services.tokens.revokeToken(test.owner, { tokenId }))).toBe('REVOKED');
});
