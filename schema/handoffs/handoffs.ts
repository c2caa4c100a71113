import { reachRecord } from '#server/auth/authorize.ts';
import { onWorkSearched, searchedText } from '#server/work/searched-text.ts';
import { builder } from '../builder.ts';
import { Handoff } from './handoff.ts';
import { requireActor } from '../actors/require-actor.ts';

builder.queryField('handoffs', (t) =>
  t.prismaConnection({
    type: Handoff,
    cursor: 'id',
    description: 'The handoffs within reach, of all work, newest first.',
    authScopes: { scope: 'handoff.read' },
    args: {
      search: t.arg.string({
        required: false,
        description:
          'Only those with this text, in any case, in purpose, objective, target runtime or id, or in the key or title of their work.',
      }),
    },
    totalCount: (_root, args, ctx) => ctx.db.handoff.count({ where: handoffsWhere(ctx, args) }),
    resolve: (query, _root, args, ctx) =>
      ctx.db.handoff.findMany({
        ...query,
        where: handoffsWhere(ctx, args),
        orderBy: [{ requestedAt: 'desc' }, { id: 'desc' }],
      }),
  }),
);

function handoffsWhere(ctx: Parameters<typeof requireActor>[0], { search }: { search?: string | null | undefined }) {
  const reach = reachRecord(requireActor(ctx));
  if (search == null || search === '') return reach;
  const text = searchedText(search);
  const own = [{ purpose: text }, { objective: text }, { targetRuntime: text }, { id: text }];
  return { ...reach, AND: [{ OR: [...own, onWorkSearched(text)] }] };
}
