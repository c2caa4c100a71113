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
        agentSession {
          id
          runtime
          launch {
            id
          }
        }
        offer {
          id
          kind
          source
          agentSession {
            id
          }
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
      incompleteSessions(first: $first) {
        ...InboxGroup
      }
      uncertainSessions(first: $first) {
        ...InboxGroup
      }
      stalledSessions(first: $first) {
        ...InboxGroup
      }
      openBlockers(first: $first) {
        ...InboxGroup
      }
      recordOffers(first: $first) {
        ...InboxGroup
      }
      quietMachines(first: $first) {
        ...InboxGroup
      }
      disabledWebhooks(first: $first) {
        ...InboxGroup
      }
    }
  }
`);

/**
 * What stands still until somebody acts, in groups by what waiting costs: the first entries of each, longest waiting first,
 * and how many there are.
 */
export async function fetchNeedsYou(connection: Connection, first: number) {
  const { needsYou } = await connection.ask(NeedsYouQuery, { first });
  return {
    rejectedHandoffs: groupOf(needsYou.rejectedHandoffs),
    waitingHandoffs: groupOf(needsYou.waitingHandoffs),
    incompleteSessions: groupOf(needsYou.incompleteSessions),
    uncertainSessions: groupOf(needsYou.uncertainSessions),
    stalledSessions: groupOf(needsYou.stalledSessions),
    openBlockers: groupOf(needsYou.openBlockers),
    recordOffers: groupOf(needsYou.recordOffers),
    quietMachines: groupOf(needsYou.quietMachines),
    disabledWebhooks: groupOf(needsYou.disabledWebhooks),
  };
}

const groupOf = <T>(group: {
  readonly edges: readonly ({ readonly node: T } | null)[];
  readonly totalCount: number;
}) => ({
  entries: nodesOf(group),
  totalCount: group.totalCount,
});
