import type { Lineage as LineageData, LineageEdge as Edge, LineageNode as Node } from '#server/lineage/chain.ts';
import { reachRecord } from '#server/auth/authorize.ts';
import { AgentSession } from './agent-session.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { SessionExitReason } from './launch.ts';
import { requireActor } from '../actors/require-actor.ts';
import { WorkItem } from '../work/work-item.ts';

/** How many relatives of a session are read unless said, and at most. */
const DEFAULT_RELATIVES = 100;
const MAX_RELATIVES = 1_000;

const LineageNodeKind = builder.enumType('LineageNodeKind', {
  description: 'What a node of a lineage stands for.',
  values: { SESSION: { description: 'An agent session.' }, HANDOFF: { description: 'A handoff.' } } as const,
});

const LineageEdgeKind = builder.enumType('LineageEdgeKind', {
  description: 'How one node of a lineage follows from another.',
  values: {
    SOURCE: { description: 'The session hands over by this handoff.' },
    CONTINUES: { description: 'The handoff goes on in this session.' },
    PARENT: { description: 'The later session descends from the earlier one.' },
  } as const,
});

const LineageNode = builder.objectRef<Node>('LineageNode').implement({
  description: 'A session or a handoff of a lineage.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    kind: t.expose('kind', { type: LineageNodeKind, description: 'Which of the two it is.' }),
    runtime: t.exposeString('runtime', { description: 'The session’s runtime, or the one the handoff is meant for.' }),
    purpose: t.exposeString('purpose', { description: 'What it was started or requested for.' }),
    state: t.exposeString('state', { description: 'The session’s status, or the handoff’s state.' }),
    exitReason: t.expose('exitReason', {
      type: SessionExitReason,
      nullable: true,
      description:
        'How the session came to its end, which tells whether one that is COMPLETED did its work; null for a handoff, while it has no end, and for a session that no daemon ran.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was registered or requested.' }),
  }),
});

const LineageEdge = builder.objectRef<Edge>('LineageEdge').implement({
  description: 'Leads from the earlier node to the one that follows from it.',
  fields: (t) => ({
    kind: t.expose('kind', { type: LineageEdgeKind, description: 'How it follows.' }),
    fromId: t.exposeID('fromId', { description: 'The earlier node.' }),
    toId: t.exposeID('toId', { description: 'The later node.' }),
  }),
});

const Lineage = builder.objectRef<LineageData>('Lineage').implement({
  description: 'How the sessions and handoffs of a work item follow from each other.',
  fields: (t) => ({
    nodes: t.field({
      type: [LineageNode],
      description: 'The newest sessions and handoffs, oldest first.',
      resolve: ({ nodes }) => [...nodes],
    }),
    edges: t.field({
      type: [LineageEdge],
      description: 'The edges between these nodes.',
      resolve: ({ edges }) => [...edges],
    }),
    omitted: t.exposeInt('omitted', { description: 'How many older sessions and handoffs are not in the answer.' }),
  }),
});

builder.prismaObjectField(WorkItem, 'lineage', (t) =>
  t.field({
    type: Lineage,
    complexity: 10,
    description: 'How its sessions and handoffs follow from each other.',
    authScopes: { $all: { scope: 'handoff.read' } },
    resolve: ({ id }, _args, ctx) => ctx.services.lineage.lineageOf(requireActor(ctx), id),
  }),
);

for (const { name, description } of [
  { name: 'ancestors', description: 'The sessions it descends from, nearest first.' },
  { name: 'descendants', description: 'The sessions that descend from it, nearest generation first.' },
] as const) {
  builder.prismaObjectField(AgentSession, name, (t) =>
    t.prismaField({
      type: [AgentSession],
      description,
      args: {
        first: t.arg.int({ defaultValue: DEFAULT_RELATIVES, description: `How many at most, up to ${MAX_RELATIVES}.` }),
      },
      complexity: ({ first }) => ({ field: 1, multiplier: Math.max(1, first / 10) }),
      resolve: async (query, { id }, { first }, ctx) => {
        const limit = Math.min(Math.max(first, 0), MAX_RELATIVES);
        const ids = await ctx.services.lineage[name](requireActor(ctx), id, limit);
        return inOrder(ids, await readSessions(ctx, query, ids));
      },
    }),
  );
}

const readSessions = (ctx: Context, query: object, ids: string[]) =>
  ctx.db.agentSession.findMany({ ...query, where: { id: { in: ids }, ...reachRecord(requireActor(ctx)) } });

function inOrder<T extends { id: string }>(ids: readonly string[], rows: readonly T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
