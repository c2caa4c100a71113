import type { AgentSessionStatus as StatusName } from '#prisma/generated/client/enums.ts';
import { reachRecord } from '#server/auth/authorize.ts';
import { sessionWhere } from '#server/sessions/require-session.ts';
import { builder } from '../builder.ts';
import { Actor, readActor } from '../actors/recorded-actor.ts';
import { requireActor } from '../actors/require-actor.ts';
import { SyncMode } from './sync-mode.ts';
import { WorkItem } from '../work/work-item.ts';

export const AgentSessionStatus = builder.enumType('AgentSessionStatus', {
  description: 'How far an agent session has got.',
  values: {
    REQUESTED: { description: 'Somebody asked a machine to run it.' },
    STARTING: { description: 'The machine launches the runtime.' },
    ACTIVE: { description: 'It runs. Only an active session can take a handoff on.' },
    COMPLETED: { description: 'It ended by itself, its work done or handed over.' },
    FAILED: { description: 'It ended by an error of the runtime, the machine or the launch.' },
    CANCELLED: { description: 'Somebody called it off.' },
  } satisfies Record<StatusName, { description: string }>,
});

export const AgentSession = builder.prismaNode('AgentSession', {
  id: { field: 'id' },
  nullable: true,
  description: 'One run of one runtime on one work item.',
  authScopes: { scope: 'session.read' },
  select: { id: true },
  findUnique: (id, ctx) => ({ id, ...reachRecord(requireActor(ctx)) }),
  fields: (t) => ({
    runtime: t.exposeString('runtime', { description: 'The kind of coding agent, such as codex or claude.' }),
    purpose: t.exposeString('purpose', { description: 'What it was started for.' }),
    status: t.expose('status', { type: AgentSessionStatus, description: 'How far it has got.' }),
    providerSessionId: t.exposeString('providerSessionId', {
      nullable: true,
      description: 'The runtime’s own id of this run, by which it can be resumed.',
    }),
    model: t.exposeString('model', { nullable: true, description: 'The model it first named.' }),
    syncMode: t.expose('syncMode', { type: SyncMode, description: 'What its timeline may hold.' }),
    endReason: t.exposeString('endReason', { nullable: true, description: 'Why it ended, if that was said.' }),
    registeredAt: t.expose('registeredAt', { type: 'DateTime', description: 'When it was recorded.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When it became active.' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true, description: 'When it ended.' }),
    registeredBy: t.field({
      type: Actor,
      description: 'Who recorded it.',
      select: { registeredBy: true },
      resolve: (session) => readActor(session.registeredBy),
    }),
    workItem: t.relation('workItem', { description: 'The work item it runs on.' }),
    machine: t.relation('machine', { nullable: true, description: 'The machine it runs on, if that was said.' }),
    parent: t.relation('parent', { nullable: true, description: 'The session it descends from.' }),
    children: t.relatedConnection('children', {
      cursor: 'id',
      totalCount: true,
      description: 'The sessions that descend from it directly, oldest first.',
      query: { orderBy: [{ registeredAt: 'asc' }, { id: 'asc' }] },
    }),
  }),
});

builder.queryField('agentSession', (t) =>
  t.prismaField({
    type: AgentSession,
    nullable: true,
    description: 'One agent session; null when there is none within reach.',
    authScopes: { scope: 'session.read' },
    args: { id: t.arg.id({ description: 'Its id.' }) },
    resolve: (query, _root, { id }, ctx) =>
      ctx.db.agentSession.findFirst({ ...query, where: sessionWhere(requireActor(ctx), id) }),
  }),
);

builder.prismaObjectField(WorkItem, 'agentSessions', (t) =>
  t.relatedConnection('agentSessions', {
    cursor: 'id',
    totalCount: true,
    description: 'The sessions that worked on it, newest first.',
    args: {
      status: t.arg({ type: AgentSessionStatus, required: false, description: 'Only those with this status.' }),
    },
    query: ({ status }) => ({
      ...(status === null || status === undefined ? {} : { where: { status } }),
      orderBy: [{ registeredAt: 'desc' }, { id: 'desc' }],
    }),
  }),
);
