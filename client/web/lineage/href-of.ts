import type { Lineage } from '../../api/operations/sessions/lineage.ts';

/** The page of a node of the graph. */
export const hrefOf = ({ kind, id }: Lineage['nodes'][number]): string =>
  kind === 'HANDOFF' ? `/handoffs/${id}` : `/sessions/${id}`;
