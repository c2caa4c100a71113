import { reachRecord } from '#server/auth/authorize.ts';
import { AgentSession, AgentSessionStatus } from './agent-session.ts';
import { builder } from './builder.ts';
import { requireActor } from './require-actor.ts';

builder.queryField('agentSessions', (t) =>
  t.prismaConnection({
    type: AgentSession,
    cursor: 'id',
    description: 'The sessions within reach, of all work, newest first.',
    authScopes: { scope: 'session.read' },
    args: {
      status: t.arg({ type: AgentSessionStatus, required: false, description: 'Only those with this status.' }),
    },
    totalCount: (_root, args, ctx) => ctx.db.agentSession.count({ where: sessionsWhere(ctx, args) }),
    resolve: (query, _root, args, ctx) =>
      ctx.db.agentSession.findMany({
        ...query,
        where: sessionsWhere(ctx, args),
        orderBy: [{ registeredAt: 'desc' }, { id: 'desc' }],
      }),
  }),
);

const sessionsWhere = (
  ctx: Parameters<typeof requireActor>[0],
  { status }: { status?: (typeof AgentSessionStatus)['$inferType'] | null | undefined },
) => ({
  ...reachRecord(requireActor(ctx)),
  ...(status === null || status === undefined ? {} : { status }),
});
