import type { Connection } from '../connection.ts';
import type { WorkItemRef } from '../graphql/graphql.ts';

export interface LineageNode {
  readonly id: string;
  readonly label: string;
}

export interface Lineage {
  readonly nodes: readonly LineageNode[];
  readonly edges: readonly { readonly from: string; readonly to: string; readonly kind: string }[];
}

export async function fetchLineage(connection: Connection, ref: WorkItemRef): Promise<Lineage> {
  await connection.ask(undefined as never, { ref });
  return { nodes: [], edges: [] };
}
