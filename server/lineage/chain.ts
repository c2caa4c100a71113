import type { AgentSessionStatus, HandoffState, SessionExitReason } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { sessionReach } from './session-reach.ts';

/** Most sessions, and most handoffs, that one answer holds: the newest. */
export const LINEAGE_LIMIT = 2_000;

/** SOURCE: a session handed over by this handoff. CONTINUES: a handoff went on in this session. PARENT: a session
 * descends from this one. Every edge leads from the earlier to the later. */
export type LineageEdgeKind = 'SOURCE' | 'CONTINUES' | 'PARENT';

export interface LineageEdge {
  readonly kind: LineageEdgeKind;
  readonly fromId: string;
  readonly toId: string;
}

/** A session or a handoff, with as much as a picture of the lineage shows. */
export interface LineageNode {
  readonly id: string;
  readonly kind: 'SESSION' | 'HANDOFF';
  /** The session's runtime, or the one that the handoff asks for. */
  readonly runtime: string;
  readonly purpose: string;
  readonly state: AgentSessionStatus | HandoffState;
  /** How a session that a daemon ran came to its end; null for any other, and for handoffs. */
  readonly exitReason: SessionExitReason | null;
  /** When it was registered or requested. */
  readonly at: Date;
}

export interface Lineage {
  /** By time, then by id. */
  readonly nodes: readonly LineageNode[];
  /** Only between nodes that are in the answer. */
  readonly edges: readonly LineageEdge[];
  /** How many older sessions and handoffs there are beyond the limit. */
  readonly omitted: number;
}

interface Row extends LineageNode {
  readonly parentSessionId: string | null;
  readonly handoffId: string | null;
  readonly sourceSessionId: string | null;
  readonly total: number;
}

/** How the sessions and handoffs of a work item follow from each other; one query, however long the chain. */
export async function lineageOf(ctx: CommandContext, actor: Actor, workItemId: string): Promise<Lineage> {
  requireScope(actor, 'session.read', 'handoff.read');
  const reach = sessionReach(actor);
  const rows = await ctx.prisma.$queryRaw<Row[]>`
    (SELECT s."id", 'SESSION' AS "kind", s."runtime", s."purpose", s."status"::text AS "state",
        s."exitReason"::text AS "exitReason", s."registeredAt" AS "at", s."parentSessionId", s."handoffId",
        NULL AS "sourceSessionId", (count(*) OVER ())::int AS "total"
      FROM "AgentSession" s WHERE s."workItemId" = ${workItemId} AND s."organisationId" = ${reach.organisationId}
        AND (${reach.workItemId}::text IS NULL OR s."workItemId" = ${reach.workItemId})
      ORDER BY s."registeredAt" DESC, s."id" DESC LIMIT ${LINEAGE_LIMIT})
    UNION ALL
    (SELECT h."id", 'HANDOFF', h."targetRuntime", h."purpose", h."state"::text, NULL, h."requestedAt",
        NULL, NULL, h."sourceSessionId", (count(*) OVER ())::int
      FROM "Handoff" h WHERE h."workItemId" = ${workItemId} AND h."organisationId" = ${reach.organisationId}
        AND (${reach.workItemId}::text IS NULL OR h."workItemId" = ${reach.workItemId})
      ORDER BY h."requestedAt" DESC, h."id" DESC LIMIT ${LINEAGE_LIMIT})`;
  const nodes = [...rows].sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
  const known = new Set(nodes.map((node) => node.id));
  const edges = nodes.flatMap(edgesInto).filter((edge) => known.has(edge.fromId));
  const totals = new Map(rows.map((row) => [row.kind, row.total]));
  const total = [...totals.values()].reduce((sum, count) => sum + count, 0);
  return { nodes, edges, omitted: total - nodes.length };
}

function edgesInto({ id, parentSessionId, handoffId, sourceSessionId }: Row): LineageEdge[] {
  return [
    edge('SOURCE', sourceSessionId, id),
    edge('CONTINUES', handoffId, id),
    edge('PARENT', parentSessionId, id),
  ].filter((one) => one !== null);
}

const edge = (kind: LineageEdgeKind, fromId: string | null, toId: string): LineageEdge | null =>
  fromId === null ? null : { kind, fromId, toId };
