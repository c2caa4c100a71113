import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '#server/clock.ts';
import { addMachine, addMember, addSession, addWorkItem, newKey } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ clock: createFakeClock('2026-01-01T00:00:00Z') });
});
afterAll(() => test[Symbol.asyncDispose]());

const VIEWER = `{ viewer {
  actor { kind id name } role scopes tokenId tokenExpiresAt
  organisation { id } machine { id name } agentSession { id } workItem { id }
} }`;
const CREATE = `mutation ($input: CreateTokenInput!) { createToken(input: $input) {
  __typename
  ... on CreateTokenPayload { secret token { id kind name scopes expiresAt member { id } machine { id } } }
  ... on UserError { code message }
} }`;
const LIST = '{ tokens(first: 50) { totalCount edges { node { id } } } }';

interface Created {
  readonly createToken: { secret: string | null; token: { id: string } };
}
interface Listed {
  readonly tokens: { totalCount: number; edges: { node: { id: string } }[] };
}

const createToken = (input: Record<string, unknown>, token = test.ownerToken) =>
  test.graphql<Created>(
    CREATE,
    { input: { name: 'ci', scopes: ['work.read'], idempotencyKey: newKey(), ...input } },
    token,
  );

describe('the viewer', () => {
  it('is a person with a role', async () => {
    const { owner } = test;
    expect((await test.graphql(VIEWER)).data).toEqual({
      viewer: {
        actor: { kind: 'MEMBER', id: owner.id, name: owner.name },
        role: 'OWNER',
        scopes: [...owner.scopes],
        tokenId: owner.tokenId,
        tokenExpiresAt: null,
        organisation: { id: owner.organisationId },
        machine: null,
        agentSession: null,
        workItem: null,
      },
    });
  });

  it('is a machine, or a session with its work item', async () => {
    const machine = await addMachine(test.app, test.owner, 'build-1');
    const asMachine = await test.graphql(VIEWER, {}, machine.secret);
    expect(asMachine.data).toMatchObject({
      viewer: { role: null, machine: { id: machine.actor.id, name: 'build-1' } },
    });
    const workItemId = await addWorkItem(test.app, test.owner);
    const session = await addSession(test.app, test.owner, workItemId);
    const asSession = await test.graphql(VIEWER, {}, session.secret);
    expect(asSession.data).toMatchObject({
      viewer: {
        actor: { kind: 'SESSION', name: 'codex' },
        agentSession: { id: session.sessionId },
        workItem: { id: workItemId },
      },
    });
  });

  it('is nobody without a credential, and refused with a bad one', async () => {
    for (const token of [null, 'krn_unknown']) {
      const answer = await test.graphql(VIEWER, {}, token);
      expect(JSON.stringify(answer)).toContain('UNAUTHENTICATED');
      expect(answer.data ?? null).toBeNull();
    }
  });
});

describe('credentials through the API', () => {
  it('are shown once and listed without their secret', async () => {
    const input = { expiresAt: '2026-02-01T00:00:00.000Z', idempotencyKey: newKey() };
    const first = await createToken(input);
    expect(first.data).toMatchObject({
      createToken: {
        __typename: 'CreateTokenPayload',
        secret: expect.stringMatching(/^krn_/) as string,
        token: {
          kind: 'MEMBER',
          name: 'ci',
          scopes: ['work.read'],
          expiresAt: input.expiresAt,
          member: { id: test.owner.id },
          machine: null,
        },
      },
    });
    const again = await createToken(input);
    expect(again.data?.createToken).toMatchObject({ secret: null, token: { id: first.data?.createToken.token.id } });
    const listed = await test.graphql<Listed>(LIST);
    expect(listed.data?.tokens.edges.map(({ node }) => node.id)).toContain(first.data?.createToken.token.id);
  });

  it('are refused with the field that is wrong', async () => {
    const answer = await createToken({ scopes: ['work.everything'] });
    expect(answer.data?.createToken).toMatchObject({ __typename: 'ValidationError', code: 'VALIDATION_FAILED' });
  });

  it('are refused at the top level when the asking one lacks a scope', async () => {
    const limited = await createToken({ scopes: ['token.manage'] });
    const answer = await createToken({ scopes: ['work.write'] }, limited.data?.createToken.secret ?? '');
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', missingScopes: ['work.write'] });
  });

  it('show a member the own ones, and an owner all', async () => {
    const mia = await addMember(test.app, test.owner);
    const own = await test.graphql<Listed>(LIST, {}, mia.secret);
    expect(own.data?.tokens.edges.map(({ node }) => node.id)).toEqual([mia.actor.tokenId]);
    const all = await test.graphql<Listed>(LIST);
    expect(all.data?.tokens.edges.map(({ node }) => node.id)).toEqual(
      expect.arrayContaining([mia.actor.tokenId, test.owner.tokenId]),
    );
    expect(all.data?.tokens.totalCount).toBe(await test.app.prisma.token.count({ where: { revokedAt: null } }));
  });

  it('are rotated and revoked', async () => {
    const created = await createToken({});
    const rotated = await test.graphql<{ rotateToken: Created['createToken'] }>(
      'mutation ($input: RotateTokenInput!) { rotateToken(input: $input) { ... on RotateTokenPayload { secret token { id } } ... on UserError { code } } }',
      { input: { tokenId: created.data?.createToken.token.id, idempotencyKey: newKey() } },
    );
    const tokenId = rotated.data?.rotateToken.token.id;
    const revoked = await test.graphql(
      'mutation ($input: RevokeTokenInput!) { revokeToken(input: $input) { ... on RevokeTokenPayload { token { revokedAt } } ... on UserError { code } } }',
      { input: { tokenId } },
    );
    expect(revoked.data).toEqual({ revokeToken: { token: { revokedAt: '2026-01-01T00:00:00.000Z' } } });
    for (const secret of [created.data?.createToken.secret, rotated.data?.rotateToken.secret]) {
      const answer = await test.graphql(VIEWER, {}, secret ?? '');
      expect(JSON.stringify(answer)).toContain('UNAUTHENTICATED');
    }
  });

  it('add members and machines, and say which', async () => {
    const added = await test.graphql(
      `mutation ($m: CreateMemberInput!, $c: CreateMachineTokenInput!) {
        createMember(input: $m) { ... on CreateMemberPayload { member { name role } secret } }
        createMachineToken(input: $c) { ... on CreateMachineTokenPayload { machine { name syncMode } token { kind member { id } } secret } }
      }`,
      {
        m: { name: 'Noor', role: 'MEMBER', idempotencyKey: newKey() },
        c: { machineName: 'build-9', idempotencyKey: newKey() },
      },
    );
    const secret = expect.stringMatching(/^krn_/) as string;
    expect(added).toEqual({
      data: {
        createMember: { member: { name: 'Noor', role: 'MEMBER' }, secret },
        createMachineToken: {
          machine: { name: 'build-9', syncMode: 'METADATA_ONLY' },
          token: { kind: 'MACHINE', member: { id: test.owner.id } },
          secret,
        },
      },
    });
  });
});
