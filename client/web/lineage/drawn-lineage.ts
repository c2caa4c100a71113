import type { Lineage } from '../../api/operations/sessions/lineage.ts';
import { runsByRuntime } from './runs-by-runtime.ts';

export type LineageEntry = Lineage['nodes'][number];
type Edge = Lineage['edges'][number];

/** Sessions of one runtime that follow each other, shown as one. */
export interface Run {
  /** The id of its first session. */
  readonly id: string;
  readonly kind: 'RUN';
  readonly runtime: string;
  /** Two or more, by time. */
  readonly sessions: readonly LineageEntry[];
  /** Handoffs from one of them to another, which are folded away with them. */
  readonly handoffCount: number;
}

export interface DrawnLineage {
  /** By time; a run stands where its first session would. */
  readonly nodes: readonly (LineageEntry | Run)[];
  /** Between drawn nodes. A descent that a handoff between the same two tells already is left out. */
  readonly edges: readonly Edge[];
  /** The drawn node in which each session and handoff is: itself, or its run. */
  readonly placeOf: ReadonlyMap<string, string>;
  /** How many sessions each run has that was opened, by the id of its first. */
  readonly opened: ReadonlyMap<string, number>;
}

/**
 * A lineage as it is drawn. With `open` the sessions of one runtime that follow each other are one node, but for the runs
 * whose first session it names; without it nothing is folded. No circle comes of folding.
 */
export function drawnLineage(lineage: Lineage, open?: ReadonlySet<string>): DrawnLineage {
  const runs = open === undefined ? [] : runsByRuntime(lineage).filter(({ sessions }) => sessions.length > 1);
  const folded = runs.filter(({ id }) => open?.has(id) === false);
  const inside = new Map(
    folded.flatMap(({ id, sessions, handoffs }) => [...sessions, ...handoffs].map((entry) => [entry.id, id] as const)),
  );
  const placeOf = new Map(lineage.nodes.map(({ id }) => [id, inside.get(id) ?? id]));
  const runOf = new Map(folded.map(({ handoffs, ...run }) => [run.id, { ...run, handoffCount: handoffs.length }]));
  return {
    nodes: lineage.nodes
      .filter(({ id }) => (inside.get(id) ?? id) === id)
      .map((node) => {
        const run = runOf.get(node.id);
        return run === undefined ? node : { ...run, kind: 'RUN', runtime: node.runtime };
      }),
    edges: drawnEdges(lineage.edges, placeOf),
    placeOf,
    opened: new Map(runs.filter(({ id }) => open?.has(id) === true).map(({ id, sessions }) => [id, sessions.length])),
  };
}

/** Edges between places, each once: none inside of one, none back into the run that a handoff comes from. */
function drawnEdges(edges: readonly Edge[], placeOf: ReadonlyMap<string, string>): readonly Edge[] {
  const drawn = new Map<string, Edge>();
  const placed = edges.flatMap(({ kind, fromId, toId }) => {
    const [from, to] = [placeOf.get(fromId), placeOf.get(toId)];
    return from === undefined || to === undefined || from === to ? [] : [{ kind, fromId: from, toId: to }];
  });
  const sourceOf = new Map(placed.filter(({ kind }) => kind === 'SOURCE').map(({ fromId, toId }) => [toId, fromId]));
  const handedOver = new Set<string>();
  for (const edge of placed) {
    if (edge.kind === 'CONTINUES' && sourceOf.get(edge.fromId) === edge.toId) continue;
    if (edge.kind === 'CONTINUES') handedOver.add(`${sourceOf.get(edge.fromId) ?? ''} ${edge.toId}`);
    drawn.set(`${edge.kind} ${edge.fromId} ${edge.toId}`, edge);
  }
  return [...drawn.values()].filter(
    ({ kind, fromId, toId }) => kind !== 'PARENT' || !handedOver.has(`${fromId} ${toId}`),
  );
}
