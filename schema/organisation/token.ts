import { reachToken } from '#server/auth/tokens/reach-token.ts';
import { builder } from '../builder.ts';
import { Member } from './member.ts';
import { requireActor } from '../actors/require-actor.ts';

export const TokenKind = builder.enumType('TokenKind', {
  description: 'Whom a credential acts for.',
  values: {
    MEMBER: { description: 'A person.' },
    MACHINE: { description: 'The daemon of one machine.' },
    SESSION: { description: 'One agent session; it reaches that session and its work item alone.' },
  },
});

export const Token = builder.prismaNode('Token', {
  id: { field: 'id' },
  nullable: true,
  description: 'A credential. Its secret was shown once and is stored nowhere.',
  authScopes: { scope: 'token.manage' },
  select: { id: true },
  findUnique: (id, ctx) => ({ id, AND: [reachToken(requireActor(ctx))] }),
  fields: (t) => ({
    kind: t.expose('kind', { type: TokenKind, description: 'Whom it acts for.' }),
    name: t.exposeString('name', { description: 'What it is called, for people.' }),
    scopes: t.exposeStringList('scopes', { description: 'What it may do, such as work.read.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends by itself, if ever.',
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was ended.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute.',
    }),
    member: t.relation('member', {
      type: Member,
      nullable: true,
      description: 'The person it acts for, or who made it for a machine.',
    }),
    machine: t.relation('machine', { nullable: true, description: 'The machine it acts for.' }),
    agentSession: t.relation('agentSession', { nullable: true, description: 'The agent session it acts for.' }),
  }),
});

builder.queryField('tokens', (t) =>
  t.prismaConnection({
    type: Token,
    cursor: 'id',
    description: 'The credentials you manage, newest first: an owner those of the organisation, a member the own ones.',
    authScopes: { scope: 'token.manage' },
    args: {
      includeRevoked: t.arg.boolean({ defaultValue: false, description: 'Also those that were ended.' }),
      kinds: t.arg({ type: [TokenKind], required: false, description: 'Only these kinds; all when left out.' }),
    },
    totalCount: (_root, args, ctx) => ctx.db.token.count({ where: tokensWhere(ctx, args) }),
    resolve: (query, _root, args, ctx) =>
      ctx.db.token.findMany({
        ...query,
        where: tokensWhere(ctx, args),
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      }),
  }),
);

const tokensWhere = (
  ctx: Parameters<typeof requireActor>[0],
  args: { includeRevoked?: boolean | null | undefined; kinds?: (typeof TokenKind)['$inferType'][] | null | undefined },
) => ({
  ...(args.kinds == null ? {} : { kind: { in: args.kinds } }),
  ...(args.includeRevoked === true ? {} : { revokedAt: null }),
  AND: [reachToken(requireActor(ctx))],
});
