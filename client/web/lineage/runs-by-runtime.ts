import type { Lineage } from '../../api/operations/sessions/lineage.ts';
import { edgesBy } from './edges-by.ts';

type Entry = Lineage['nodes'][number];
type Edge = Lineage['edges'][number];

interface RuntimeRun {
  /** The id of its first session. */
  readonly id: string;
  /** By time. */
  readonly sessions: readonly Entry[];
  /** Those that lead from one of its sessions to others of it and nowhere else. */
  readonly handoffs: readonly Entry[];
}

/**
 * The sessions of a lineage in runs: a session belongs to the run before it when all that it follows from is in that run
 * and of its runtime, else it begins one. So a run is entered at its first session alone.
 */
export function runsByRuntime({ nodes, edges }: Pick<Lineage, 'nodes' | 'edges'>): readonly RuntimeRun[] {
  const into = edgesBy('toId', edges);
  const outOf = edgesBy('fromId', edges);
  const runs = new Map<string, { id: string; runtime: string; sessions: Entry[]; handoffs: Entry[] }>();
  const runOf = new Map<string, string>();
  for (const node of nodes) {
    if (node.kind !== 'SESSION') continue;
    const before = new Set(sessionsBefore(node.id, into).map((id) => runOf.get(id)));
    const only = before.size === 1 ? runs.get([...before][0] ?? '') : undefined;
    const run =
      only?.runtime === node.runtime ? only : { id: node.id, runtime: node.runtime, sessions: [], handoffs: [] };
    run.sessions.push(node);
    runs.set(run.id, run);
    runOf.set(node.id, run.id);
  }
  for (const node of nodes) {
    if (node.kind !== 'HANDOFF') continue;
    const after = outOf.get(node.id) ?? [];
    const around = new Set([
      ...(into.get(node.id) ?? []).map(({ fromId }) => fromId),
      ...after.map(({ toId }) => toId),
    ]);
    const within = new Set([...around].map((id) => runOf.get(id)));
    if (after.length > 0 && around.size > 1 && within.size === 1) runs.get([...within][0] ?? '')?.handoffs.push(node);
  }
  return [...runs.values()];
}

/** What a session follows from, seen through handoffs; a handoff without a source stands for itself. */
const sessionsBefore = (id: string, into: ReadonlyMap<string, readonly Edge[]>): readonly string[] =>
  (into.get(id) ?? []).flatMap(({ kind, fromId }) => {
    if (kind === 'PARENT') return [fromId];
    const sources = (into.get(fromId) ?? []).map((edge) => edge.fromId);
    return sources.length === 0 ? [fromId] : sources;
  });
