import type { Connection } from '../connection.ts';
import { graphql } from '../graphql/gql.ts';
import { nodesOf } from '../pages.ts';

graphql(`
  fragment InboxGroup on InboxItemConnection {
    totalCount
    edges {
      node {
        id
        kind
        title
        since
        clearedBy
        workItem {
          id
          key
        }
      }
    }
  }
`);

const NeedsYouQuery = graphql(`
  query NeedsYou($first: Int!) {
    needsYou {
      rejectedHandoffs(first: $first) {
        ...InboxGroup
      }
      waitingHandoffs(first: $first) {
        ...InboxGroup
      }
      openBlockers(first: $first) {
        ...InboxGroup
      }
    }
  }
`);

/** What stands still until somebody acts: the first entries of each group, longest waiting first, and how many there are. */
export async function fetchNeedsYou(connection: Connection, first: number) {
  const { needsYou } = await connection.ask(NeedsYouQuery, { first });
  return {
    rejectedHandoffs: groupOf(needsYou.rejectedHandoffs),
    waitingHandoffs: groupOf(needsYou.waitingHandoffs),
    openBlockers: groupOf(needsYou.openBlockers),
  };
}

const groupOf = <T>(group: {
  readonly edges: readonly ({ readonly node: T } | null)[];
  readonly totalCount: number;
}) => ({
  entries: nodesOf(group),
  totalCount: group.totalCount,
});
