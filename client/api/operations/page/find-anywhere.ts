import type { Connection } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import { nodesOf } from '../../pages.ts';

const FindAnywhereQuery = graphql(`
  query FindAnywhere($search: String!, $first: Int!, $withSessions: Boolean!, $withHandoffs: Boolean!) {
    workItems(filter: { search: $search }, first: $first) {
      edges {
        node {
          id
          key
          title
        }
      }
    }
    handoffs(search: $search, first: $first) @include(if: $withHandoffs) {
      edges {
        node {
          id
          state
          purpose
          targetRuntime
          workItem {
            id
            key
          }
        }
      }
    }
    agentSessions(search: $search, first: $first) @include(if: $withSessions) {
      edges {
        node {
          id
          status
          exitReason
          purpose
          runtime
          workItem {
            id
            key
          }
        }
      }
    }
    handoffDocuments(filter: { search: $search }, first: $first) {
      edges {
        node {
          id
          name
          workItem {
            id
            key
          }
        }
      }
    }
  }
`);

/**
 * The newest work items, handoffs, sessions and documents that hold a text, `first` of each; those of what the credential
 * may not read are left out.
 */
export async function findAnywhere(
  connection: Connection,
  search: string,
  first: number,
  may: { readonly withSessions: boolean; readonly withHandoffs: boolean },
) {
  const found = await connection.ask(FindAnywhereQuery, { search, first, ...may });
  return {
    workItems: nodesOf(found.workItems),
    handoffs: found.handoffs == null ? [] : nodesOf(found.handoffs),
    sessions: found.agentSessions == null ? [] : nodesOf(found.agentSessions),
    documents: nodesOf(found.handoffDocuments),
  };
}

export type FoundAnywhere = Awaited<ReturnType<typeof findAnywhere>>;
