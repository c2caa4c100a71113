import { type Actor, recordedActor } from '#server/auth/actor.ts';
import { AgentSession } from '../sessions/agent-session.ts';
import { builder } from '../builder.ts';
import { findIfNamed } from '../arguments/find-if-named.ts';
import { Machine } from '../fleet/machine.ts';
import { MemberRole } from './member.ts';
import { Actor as ActorValue } from '../actors/recorded-actor.ts';
import { requireActor } from '../actors/require-actor.ts';
import { WorkItem } from '../work/work-item.ts';

export const Organisation = builder.prismaNode('Organisation', {
  id: { field: 'id' },
  nullable: true,
  description: 'The tenant. Nothing is ever read or written across organisations.',
  authScopes: { signedIn: true },
  select: { id: true },
  findUnique: (id, ctx) => ({ id, AND: [{ id: requireActor(ctx).organisationId }] }),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    eventRetentionDays: t.exposeInt('eventRetentionDays', {
      nullable: true,
      description: 'For how many days events stay in the log at least; null when all of them stay.',
    }),
  }),
});

const Viewer = builder.objectRef<Actor>('Viewer').implement({
  description: 'Who asks, as the credential of the request tells.',
  authScopes: { signedIn: true },
  fields: (t) => ({
    actor: t.field({ type: ActorValue, description: 'Who asks.', resolve: recordedActor }),
    role: t.expose('role', { type: MemberRole, nullable: true, description: 'A person’s role; null for others.' }),
    scopes: t.stringList({ description: 'What the credential may do.', resolve: ({ scopes }) => [...scopes] }),
    tokenId: t.exposeID('tokenId', { description: 'Id of the credential.' }),
    tokenExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the credential ends by itself, if ever.',
      resolve: async ({ tokenId: id }, _args, ctx) => {
        const token = await ctx.db.token.findUniqueOrThrow({ where: { id }, select: { expiresAt: true } });
        return token.expiresAt;
      },
    }),
    organisation: t.prismaField({
      type: Organisation,
      description: 'The organisation the credential belongs to.',
      resolve: (query, { organisationId: id }, _args, ctx) =>
        ctx.db.organisation.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    machine: t.prismaField({
      type: Machine,
      nullable: true,
      description: 'The machine that asks; null for others.',
      resolve: (query, { machineId: id }, _args, ctx) =>
        findIfNamed(query, id, (args) => ctx.db.machine.findUnique(args)),
    }),
    agentSession: t.prismaField({
      type: AgentSession,
      nullable: true,
      description: 'The agent session that asks; null for others.',
      resolve: (query, { sessionId: id }, _args, ctx) =>
        findIfNamed(query, id, (args) => ctx.db.agentSession.findUnique(args)),
    }),
    workItem: t.prismaField({
      type: WorkItem,
      nullable: true,
      description: 'The one work item within reach of a session that asks; null for others.',
      resolve: (query, { workItemId: id }, _args, ctx) =>
        findIfNamed(query, id, (args) => ctx.db.workItem.findUnique(args)),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    description: 'Who you are to this server.',
    authScopes: { signedIn: true },
    resolve: (_root, _args, ctx) => requireActor(ctx),
  }),
);
