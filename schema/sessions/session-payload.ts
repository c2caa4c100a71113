import { builder } from '../builder.ts';
import { AgentSession } from './agent-session.ts';

/** A payload that shows the session a command was about; what else it tells is added to it by `builder.objectFields`. */
export const sessionPayload = <Shape extends { readonly sessionId: string } = { sessionId: string }>(
  name: string,
  description: string,
) =>
  builder.objectRef<Shape>(name).implement({
    description,
    fields: (t) => ({
      agentSession: t.prismaField({
        type: AgentSession,
        description: 'The session, as it stands now.',
        resolve: (query, { sessionId: id }, _args, ctx) =>
          ctx.db.agentSession.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  });
