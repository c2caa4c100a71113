import { AgentSession } from './agent-session.ts';
import { builder } from '../builder.ts';

interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicroUsd: number | null;
}

const SessionUsage = builder.objectRef<Usage>('SessionUsage').implement({
  description: 'What a session spent, as its timeline says.',
  fields: (t) => ({
    inputTokens: t.exposeFloat('inputTokens', {
      description: 'Tokens read in all; whole, and possibly beyond an Int.',
    }),
    outputTokens: t.exposeFloat('outputTokens', {
      description: 'Tokens written in all; whole, and possibly beyond an Int.',
    }),
    costMicroUsd: t.exposeFloat('costMicroUsd', {
      nullable: true,
      description: 'Cost in all, in millionths of a US dollar; null where no entry named one.',
    }),
  }),
});

builder.prismaObjectField(AgentSession, 'usage', (t) =>
  t.field({
    type: SessionUsage,
    nullable: true,
    description: 'What it spent; null while its timeline has said nothing of that.',
    select: { id: true },
    resolve: async ({ id: agentSessionId }, _args, ctx) => {
      const { _count, _sum } = await ctx.db.sessionEvent.aggregate({
        where: { agentSessionId, kind: 'USAGE' },
        _count: true,
        _sum: { inputTokens: true, outputTokens: true, costMicroUsd: true },
      });
      if (_count === 0) return null;
      const { inputTokens, outputTokens, costMicroUsd } = _sum;
      return { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0, costMicroUsd };
    },
  }),
);
