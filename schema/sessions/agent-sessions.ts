import { reachRecord } from '#server/auth/authorize.ts';
import { onWorkSearched, searchedText } from '#server/work/searched-text.ts';
import { AgentSession, AgentSessionStatus } from './agent-session.ts';
import { builder } from '../builder.ts';
import { OFFSET_DESCRIPTION, passOver } from '../arguments/offset.ts';
import { requireActor } from '../actors/require-actor.ts';

builder.queryField('agentSessions', (t) =>
  t.prismaConnection({
    type: AgentSession,
    cursor: 'id',
    description: 'The sessions within reach, of all work, newest first.',
    authScopes: { scope: 'session.read' },
    args: {
      status: t.arg({ type: AgentSessionStatus, required: false, description: 'Only those with this status.' }),
      search: t.arg.string({
        required: false,
        description:
          'Only those with this text, in any case, in purpose, runtime or id, or in the key or title of their work.',
      }),
      offset: t.arg.int({ required: false, description: OFFSET_DESCRIPTION }),
    },
    totalCount: (_root, args, ctx) => ctx.db.agentSession.count({ where: sessionsWhere(ctx, args) }),
    resolve: (query, _root, args, ctx) =>
      ctx.db.agentSession.findMany({
        ...passOver(query, args.offset),
        where: sessionsWhere(ctx, args),
        orderBy: [{ registeredAt: 'desc' }, { id: 'desc' }],
      }),
  }),
);

interface SessionsArguments {
  readonly status?: (typeof AgentSessionStatus)['$inferType'] | null | undefined;
  readonly search?: string | null | undefined;
}

function sessionsWhere(ctx: Parameters<typeof requireActor>[0], { status, search }: SessionsArguments) {
  const reach = { ...reachRecord(requireActor(ctx)), ...(status == null ? {} : { status }) };
  if (search == null || search === '') return reach;
  const text = searchedText(search);
  return { ...reach, AND: [{ OR: [{ purpose: text }, { runtime: text }, { id: text }, onWorkSearched(text)] }] };
}
