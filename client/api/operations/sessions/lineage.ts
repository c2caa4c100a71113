import type { Connection } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { WorkItemRef } from '../../graphql/graphql.ts';
import { found } from '../work/work.ts';

const LineageQuery = graphql(`
  query Lineage($ref: WorkItemRef!) {
    workItem(ref: $ref) {
      lineage {
        nodes {
          id
          kind
          runtime
          purpose
          state
          exitReason
          at
        }
        edges {
          kind
          fromId
          toId
        }
        omitted
      }
    }
  }
`);

/** How the sessions and handoffs of a work item follow from each other. Throws Refused NOT_FOUND. */
export const fetchLineage = async (connection: Connection, ref: WorkItemRef) =>
  found((await connection.ask(LineageQuery, { ref })).workItem, ref).lineage;

export type Lineage = Awaited<ReturnType<typeof fetchLineage>>;
