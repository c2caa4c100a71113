/** Leads from one entry of a lineage to another. */
export interface Ends {
  readonly fromId: string;
  readonly toId: string;
}

/** The edges of each entry at one of their ends, in the order given. */
export function edgesBy<Edge extends Ends>(
  end: keyof Ends,
  edges: readonly Edge[],
): ReadonlyMap<string, readonly Edge[]> {
  const groups = new Map<string, Edge[]>();
  for (const edge of edges) {
    const group = groups.get(edge[end]);
    if (group === undefined) groups.set(edge[end], [edge]);
    else group.push(edge);
  }
  return groups;
}
