import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticate } from '#server/auth/authenticate.ts';
import { scopes } from '#server/auth/scopes.ts';
import { hashSecret } from '#server/auth/secret.ts';
import { createFakeClock } from '#server/clock.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidTransitionError,
  NotFoundError,
  ValidationError,
} from '#server/errors.ts';
import {
  addMachine,
  addMember,
  addOrganisation,
  addSession,
  addWorkItem,
  newKey,
  signIn,
} from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const HOUR_MS = 3_600_000;
const clock = createFakeClock();
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ clock });
});
afterAll(() => test[Symbol.asyncDispose]());

const create = (
  overrides: { name?: string; scopes?: string[]; expiresAt?: Date; idempotencyKey?: string } = {},
  actor = test.owner,
) =>
  test.app.services.tokens.createToken(actor, {
    name: 'laptop',
    scopes: ['work.read'],
    idempotencyKey: newKey(),
    ...overrides,
  });

describe('a credential', () => {
  it('is `krn_` and 32 random bytes, and signs its holder in with its scopes', async () => {
    const { secret, tokenId } = await create({ scopes: ['session.read', 'work.read', 'work.read'] });
    expect(secret).toMatch(/^krn_[A-Za-z0-9_-]{43}$/);
    const actor = await signIn(test.app, secret);
    expect(actor).toMatchObject({ kind: 'member', id: test.owner.id, role: 'OWNER', tokenId });
    expect([...actor.scopes]).toEqual(['work.read', 'session.read']);
  });

  it('is found nowhere in the database, only its hash', async () => {
    const { secret } = await create();
    const { secret: machineSecret } = await addMachine(test.app, test.owner, 'build-1');
    const session = await addSession(test.app, test.owner, await addWorkItem(test.app, test.owner));
    const tables = await test.app.prisma.$queryRaw<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
    expect(tables.length).toBeGreaterThan(15);
    let hashes = 0;
    for (const { name } of tables) {
      const rows = await test.app.prisma.$queryRawUnsafe<{ row: string }[]>(`SELECT t::text AS row FROM "${name}" t`);
      for (const clear of [secret, machineSecret, session.secret]) {
        expect(rows.filter(({ row }) => row.includes(clear ?? 'krn_'))).toEqual([]);
        hashes += rows.filter(({ row }) => row.includes(hashSecret(clear ?? ''))).length;
      }
      expect(rows.some(({ row }) => row.includes('krn_'))).toBe(false);
    }
    expect(hashes).toBe(3);
  });

  it('is shown once: the repeated answer to the same key names it without its secret', async () => {
    const idempotencyKey = newKey();
    const first = await create({ idempotencyKey });
    const again = await create({ idempotencyKey });
    expect(again).toEqual({ tokenId: first.tokenId, secret: null });
  });

  it('is refused when unknown, malformed, empty or holding a NUL', async () => {
    for (const secret of ['', 'krn_', `krn_${'A'.repeat(43)}`, 'krn_\0', '\ud800', 'x'.repeat(100_000)]) {
      expect(await authenticate(test.app, secret)).toBeNull();
    }
  });

  it('ends by itself at its expiry, not a moment later', async () => {
    const { secret } = await create({ expiresAt: new Date(clock.now().getTime() + HOUR_MS) });
    clock.advance(HOUR_MS - 1);
    expect(await authenticate(test.app, secret ?? '')).not.toBeNull();
    clock.advance(1);
    expect(await authenticate(test.app, secret ?? '')).toBeNull();
  });

  it('cannot be made to expire in the past', async () => {
    await expect(create({ expiresAt: clock.now() })).rejects.toThrow(
      new ValidationError('expiresAt', 'must lie in the future'),
    );
  });

  it('notes its last use at most once a minute', async () => {
    const { secret, tokenId } = await create();
    const lastUsedAt = async () =>
      (await test.app.prisma.token.findUniqueOrThrow({ where: { id: tokenId } })).lastUsedAt;
    const first = clock.now();
    await authenticate(test.app, secret ?? '');
    await expect.poll(lastUsedAt).toEqual(first);
    clock.advance(59_000);
    await authenticate(test.app, secret ?? '');
    clock.advance(1_000);
    await authenticate(test.app, secret ?? '');
    await expect.poll(lastUsedAt).toEqual(clock.now());
  });
});

describe('making a credential', () => {
  it('gives no scope that the asking one lacks', async () => {
    const limited = await signIn(test.app, (await create({ scopes: ['token.manage', 'work.read'] })).secret);
    const refused = create({ scopes: ['work.read', 'work.write', 'handoff.accept'] }, limited);
    await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN', missingScopes: ['work.write', 'handoff.accept'] });
    await expect(addMachine(test.app, limited, 'build-2')).rejects.toBeInstanceOf(ForbiddenError);
    await expect(addMember(test.app, limited)).rejects.toBeInstanceOf(ForbiddenError);
  });

  it('refuses an unknown scope, naming it, and a credential without any', async () => {
    await expect(create({ scopes: ['work.read', 'work.own'] })).rejects.toMatchObject({ field: 'scopes[1]' });
    await expect(create({ scopes: [] })).rejects.toMatchObject({ field: 'scopes' });
  });

  it('is for members who may manage tokens: no session, no machine', async () => {
    const session = await addSession(test.app, test.owner, await addWorkItem(test.app, test.owner));
    const machine = await addMachine(test.app, test.owner, 'build-3');
    const reader = await signIn(test.app, (await create()).secret);
    for (const actor of [session.actor, machine.actor, reader]) {
      await expect(create({}, actor)).rejects.toBeInstanceOf(ForbiddenError);
      await expect(test.app.services.tokens.revokeToken(actor, { tokenId: actor.tokenId })).rejects.toBeInstanceOf(
        ForbiddenError,
      );
      await expect(
        test.app.services.tokens.rotateToken(actor, { tokenId: actor.tokenId, idempotencyKey: newKey() }),
      ).rejects.toBeInstanceOf(ForbiddenError);
    }
  });

  it('adds members by an owner only', async () => {
    const { actor } = await addMember(test.app, test.owner, 'Noor');
    expect(actor).toMatchObject({
      kind: 'member',
      role: 'MEMBER',
      name: 'Noor',
      organisationId: test.owner.organisationId,
    });
    expect([...actor.scopes]).toEqual([...scopes]);
    await expect(addMember(test.app, actor)).rejects.toBeInstanceOf(ForbiddenError);
  });

  it('registers a machine by its name once, however often it is asked', async () => {
    const one = await addMachine(test.app, test.owner, 'mac of Zoë');
    const two = await addMachine(test.app, test.owner, ' mac of Zoe\u0308 ');
    expect(one.actor).toMatchObject({ kind: 'machine', name: 'mac of Zoë', machineId: one.actor.id });
    expect(two.actor.id).toBe(one.actor.id);
    expect(two.actor.scopes.has('token.manage')).toBe(false);
    await expect(addMachine(test.app, test.owner, 'a\nb')).rejects.toMatchObject({ field: 'machineName' });
  });
});

describe('revoking', () => {
  it('ends a credential at once, and again changes nothing', async () => {
    const { secret, tokenId } = await create();
    for (let i = 0; i < 2; i++) await test.app.services.tokens.revokeToken(test.owner, { tokenId });
    expect(await authenticate(test.app, secret ?? '')).toBeNull();
    expect(
      await test.app.prisma.event.count({
        where: { type: 'token.revoked', data: { path: ['tokenId'], equals: tokenId } },
      }),
    ).toBe(1);
  });

  it('is an owner’s right over all, a member’s over the own ones and over those made for machines', async () => {
    const mia = await addMember(test.app, test.owner);
    const ofOwner = await create();
    const ofMia = await create({}, mia.actor);
    const ofMachine = await addMachine(test.app, mia.actor, 'build-4');
    await expect(test.app.services.tokens.revokeToken(mia.actor, { tokenId: ofOwner.tokenId })).rejects.toBeInstanceOf(
      NotFoundError,
    );
    await test.app.services.tokens.revokeToken(mia.actor, { tokenId: ofMachine.actor.tokenId });
    await test.app.services.tokens.revokeToken(test.owner, { tokenId: ofMia.tokenId });
    expect(await authenticate(test.app, ofMia.secret ?? '')).toBeNull();
    expect(await authenticate(test.app, ofMachine.secret)).toBeNull();
  });

  it('does not know the credentials of another organisation, nor what is no id', async () => {
    const stranger = await addOrganisation(test.app);
    for (const tokenId of [stranger.actor.tokenId, 'tok_unknown', 'tok_\0', '', 'x'.repeat(10_000_000)]) {
      await expect(test.app.services.tokens.revokeToken(test.owner, { tokenId })).rejects.toBeInstanceOf(NotFoundError);
    }
    expect(await authenticate(test.app, stranger.secret)).not.toBeNull();
  });

  it('refuses the last credential of an owner that could make another, also when two are ended at once', async () => {
    const { actor: owner } = await addOrganisation(test.app, 'Alone');
    const revoke = (tokenId: string) => test.app.services.tokens.revokeToken(owner, { tokenId });
    await expect(revoke(owner.tokenId)).rejects.toBeInstanceOf(ConflictError);
    const second = await create({ scopes: ['token.manage'] }, owner);
    const settled = await Promise.allSettled([revoke(owner.tokenId), revoke(second.tokenId)]);
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('rotating', () => {
  const rotate = (tokenId: string, actor = test.owner, idempotencyKey = newKey()) =>
    test.app.services.tokens.rotateToken(actor, { tokenId, idempotencyKey });

  it('puts a new secret in the place of the old, which ends at once', async () => {
    const expiresAt = new Date(clock.now().getTime() + HOUR_MS);
    const old = await create({ scopes: ['work.read', 'session.read'], expiresAt });
    const fresh = await rotate(old.tokenId);
    expect(await authenticate(test.app, old.secret ?? '')).toBeNull();
    const actor = await signIn(test.app, fresh.secret);
    expect([...actor.scopes]).toEqual(['work.read', 'session.read']);
    expect(await test.app.prisma.token.findUniqueOrThrow({ where: { id: fresh.tokenId } })).toMatchObject({
      name: 'laptop',
      expiresAt,
    });
  });

  it('gives a machine a new credential for the same machine', async () => {
    const machine = await addMachine(test.app, test.owner, 'build-5');
    const fresh = await rotate(machine.actor.tokenId);
    expect((await signIn(test.app, fresh.secret)).id).toBe(machine.actor.id);
  });

  it('refuses what has ended, and a session’s', async () => {
    const revoked = await create();
    await test.app.services.tokens.revokeToken(test.owner, { tokenId: revoked.tokenId });
    await expect(rotate(revoked.tokenId)).rejects.toBeInstanceOf(InvalidTransitionError);
    const expired = await create({ expiresAt: new Date(clock.now().getTime() + 1) });
    clock.advance(1);
    await expect(rotate(expired.tokenId)).rejects.toBeInstanceOf(InvalidTransitionError);
    const session = await addSession(test.app, test.owner, await addWorkItem(test.app, test.owner));
    await expect(rotate(session.actor.tokenId)).rejects.toBeInstanceOf(ForbiddenError);
    expect(await authenticate(test.app, session.secret)).not.toBeNull();
  });

  it('shows nobody a credential that can do more than the own one', async () => {
    const limited = await signIn(test.app, (await create({ scopes: ['token.manage'] })).secret);
    const strong = await create({ scopes: ['work.write'] });
    await expect(rotate(strong.tokenId, limited)).rejects.toBeInstanceOf(ForbiddenError);
    expect(await authenticate(test.app, strong.secret ?? '')).not.toBeNull();
  });

  it('of two at once lets one win', async () => {
    const { tokenId } = await create();
    const settled = await Promise.allSettled([rotate(tokenId), rotate(tokenId)]);
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
