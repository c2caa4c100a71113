import { reachMember } from '#server/auth/tokens/reach-token.ts';
import { builder } from '../builder.ts';
import { requireActor } from '../actors/require-actor.ts';

export const MemberRole = builder.enumType('MemberRole', {
  description: 'What a person may do beyond the scopes of a credential.',
  values: {
    OWNER: { description: 'Also adds members and manages every credential of the organisation.' },
    MEMBER: { description: 'Manages the own credentials.' },
  },
});

export const Member = builder.prismaNode('Member', {
  id: { field: 'id' },
  nullable: true,
  description: 'A person of the organisation.',
  authScopes: { scope: 'work.read' },
  select: { id: true },
  findUnique: (id, ctx) => ({ id, AND: [reachMember(requireActor(ctx))] }),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name they go by.' }),
    role: t.expose('role', { type: MemberRole, description: 'What they may do beyond scopes.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When they were added.' }),
  }),
});

builder.queryField('members', (t) =>
  t.prismaConnection({
    type: Member,
    cursor: 'id',
    description: 'The people of the organisation, in the order in which they were added.',
    authScopes: { scope: 'work.read' },
    totalCount: (_root, _args, ctx) => ctx.db.member.count({ where: reachMember(requireActor(ctx)) }),
    resolve: (query, _root, _args, ctx) =>
      ctx.db.member.findMany({
        ...query,
        where: reachMember(requireActor(ctx)),
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      }),
  }),
);
