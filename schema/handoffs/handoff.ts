import type {
  HandoffState as HandoffStateName,
  RejectReason as RejectReasonName,
} from '#prisma/generated/client/enums.ts';
import { reachRecord } from '#server/auth/authorize.ts';
import { eligibleSessionsWhere } from '#server/handoffs/eligible-destination.ts';
import { availableCommands, type HandoffCommand as HandoffCommandName } from '#server/handoffs/lifecycle.ts';
import { AgentSession } from '../sessions/agent-session.ts';
import { builder } from '../builder.ts';
import { Actor, readActor } from '../actors/recorded-actor.ts';
import { requireActor } from '../actors/require-actor.ts';
import { WorkItem } from '../work/work-item.ts';

export const HandoffState = builder.enumType('HandoffState', {
  description: 'How far a handoff has got.',
  values: {
    REQUESTED: { description: 'A destination and a purpose are named; there is no package yet.' },
    COMPILED: { description: 'A package is on offer.' },
    REJECTED: { description: 'The package was turned down; compiling offers the handoff again.' },
    ACCEPTED: { description: 'A session took it on and works from exactly this package.' },
    COMPLETED: { description: 'The session did what it took on.' },
    CANCELLED: { description: 'Nobody took it on and nobody will.' },
  } satisfies Record<HandoffStateName, { description: string }>,
});

export const RejectReason = builder.enumType('RejectReason', {
  description: 'Why a package was turned down.',
  values: {
    MISSING_CONTEXT: { description: 'Something the destination needs is not on record.' },
    WRONG_RUNTIME: { description: 'Another runtime should take it on.' },
    SUPERSEDED: { description: 'Something else has taken its place.' },
    OTHER: { description: 'What the note says.' },
  } satisfies Record<RejectReasonName, { description: string }>,
});

const HandoffCommand = builder.enumType('HandoffCommand', {
  description: 'What can be done to a handoff.',
  values: {
    COMPILE: { description: 'compileHandoff: put the record as it stands on offer.' },
    ACCEPT: { description: 'acceptHandoff: let a session take it on.' },
    REJECT: { description: 'rejectHandoff: turn the package down.' },
    COMPLETE: { description: 'completeHandoff: close it as done.' },
    CANCEL: { description: 'cancelHandoff: call it off.' },
  } satisfies Record<HandoffCommandName, { description: string }>,
});

export const Handoff = builder.prismaNode('Handoff', {
  id: { field: 'id' },
  nullable: true,
  description: 'One work item on its way from the session that did the work to the session that takes it on.',
  authScopes: { scope: 'handoff.read' },
  select: { id: true, state: true, workItemId: true, sourceSessionId: true, packageVersion: true },
  findUnique: (id, ctx) => ({ id, ...reachRecord(requireActor(ctx)) }),
  fields: (t) => ({
    state: t.expose('state', { type: HandoffState, description: 'How far it has got.' }),
    targetRuntime: t.exposeString('targetRuntime', { description: 'The runtime it is meant for.' }),
    purpose: t.exposeString('purpose', { description: 'Why the work is handed over.' }),
    objective: t.string({
      nullable: true,
      description: 'What the destination is asked to do; null where the work item’s title stands in for it.',
      select: { objective: true },
      resolve: ({ objective }) => (objective === '' ? null : objective),
    }),
    packageVersion: t.int({
      nullable: true,
      description: 'Version of the package on offer; null before the first compile.',
      resolve: ({ packageVersion }) => (packageVersion === 0 ? null : packageVersion),
    }),
    packageHash: t.exposeString('packageHash', { nullable: true, description: 'Hash of the package on offer.' }),
    rejectReason: t.expose('rejectReason', {
      type: RejectReason,
      nullable: true,
      description: 'Why it was last turned down. Stays when it is offered again.',
    }),
    rejectNote: t.exposeString('rejectNote', { nullable: true, description: 'The same in words.' }),
    requestedAt: t.expose('requestedAt', { type: 'DateTime', description: 'When it was requested.' }),
    requestedBy: t.field({
      type: Actor,
      description: 'Who requested it.',
      select: { requestedBy: true },
      resolve: ({ requestedBy }) => readActor(requestedBy),
    }),
    compiledAt: t.expose('compiledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the package on offer was compiled.',
    }),
    rejectedAt: t.expose('rejectedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last turned down.',
    }),
    rejectedBy: t.field({
      type: Actor,
      nullable: true,
      description: 'Who turned it down.',
      select: { rejectedBy: true },
      resolve: ({ rejectedBy }) => (rejectedBy === null ? null : readActor(rejectedBy)),
    }),
    acceptedAt: t.expose('acceptedAt', { type: 'DateTime', nullable: true, description: 'When it was taken on.' }),
    acceptedBy: t.field({
      type: Actor,
      nullable: true,
      description: 'Who accepted it.',
      select: { acceptedBy: true },
      resolve: ({ acceptedBy }) => (acceptedBy === null ? null : readActor(acceptedBy)),
    }),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true, description: 'When it was completed.' }),
    cancelledAt: t.expose('cancelledAt', { type: 'DateTime', nullable: true, description: 'When it was called off.' }),
    workItem: t.relation('workItem', { description: 'The work that is handed over.' }),
    sourceSession: t.relation('sourceSession', { nullable: true, description: 'The session that hands over.' }),
    toSession: t.relation('toSession', { nullable: true, description: 'The session that took it on.' }),
    availableCommands: t.field({
      type: [HandoffCommand],
      description: 'The commands that its state takes now.',
      resolve: ({ state }) => availableCommands(state),
    }),
    eligibleSessions: t.prismaConnection({
      type: AgentSession,
      cursor: 'id',
      description: 'The sessions that acceptHandoff would take now from this credential, newest first.',
      totalCount: (handoff, _args, ctx) =>
        ctx.db.agentSession.count({ where: eligibleSessionsWhere(requireActor(ctx), handoff) }),
      resolve: (query, handoff, _args, ctx) =>
        ctx.db.agentSession.findMany({
          ...query,
          where: eligibleSessionsWhere(requireActor(ctx), handoff),
          orderBy: [{ registeredAt: 'desc' }, { id: 'desc' }],
        }),
    }),
  }),
});

builder.queryField('handoff', (t) =>
  t.prismaField({
    type: Handoff,
    nullable: true,
    description: 'One handoff; null when there is none within reach.',
    authScopes: { scope: 'handoff.read' },
    args: { id: t.arg.id({ description: 'Its id.' }) },
    resolve: (query, _root, { id }, ctx) =>
      id.startsWith('hof_') && !id.includes('\0')
        ? ctx.db.handoff.findFirst({ ...query, where: { id, ...reachRecord(requireActor(ctx)) } })
        : null,
  }),
);

builder.prismaObjectField(WorkItem, 'handoffs', (t) =>
  t.relatedConnection('handoffs', {
    cursor: 'id',
    totalCount: true,
    description: 'Its handoffs, newest first. Packages are read only where they are asked for.',
    args: { state: t.arg({ type: HandoffState, required: false, description: 'Only those in this state.' }) },
    query: ({ state }) => ({
      ...(state === null || state === undefined ? {} : { where: { state } }),
      orderBy: [{ requestedAt: 'desc' }, { id: 'desc' }],
    }),
  }),
);

builder.prismaObjectField(AgentSession, 'continues', (t) =>
  t.relation('continues', { nullable: true, description: 'The handoff it took on.' }),
);

builder.prismaObjectField(AgentSession, 'handedOff', (t) =>
  t.relatedConnection('handedOff', {
    cursor: 'id',
    totalCount: true,
    description: 'The handoffs that it is the source of, newest first.',
    query: { orderBy: [{ requestedAt: 'desc' }, { id: 'desc' }] },
  }),
);
