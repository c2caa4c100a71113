import type { Connection, Keyless } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { BlockerStatus, RaiseBlockerInput, ResolveBlockerInput, WorkItemRef } from '../../graphql/graphql.ts';
import { takePages } from '../../pages.ts';
import { found } from './work.ts';

graphql(`
  fragment BlockerFields on Blocker {
    id
    title
    detail
    severity
    status
    resolution
    raisedAt
    resolvedAt
    recordedBy {
      kind
      id
      name
    }
    agentSession {
      id
    }
  }
`);

const BlockersQuery = graphql(`
  query Blockers($ref: WorkItemRef!, $first: Int!, $after: String, $status: BlockerStatus) {
    workItem(ref: $ref) {
      blockers(first: $first, after: $after, status: $status) {
        totalCount
        edges {
          node {
            ...BlockerFields
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const RaiseBlockerMutation = graphql(`
  mutation RaiseBlocker($input: RaiseBlockerInput!) {
    result: raiseBlocker(input: $input) {
      __typename
      ... on RaiseBlockerPayload {
        blocker {
          ...BlockerFields
        }
      }
      ...Refusal
    }
  }
`);

const ResolveBlockerMutation = graphql(`
  mutation ResolveBlocker($input: ResolveBlockerInput!) {
    result: resolveBlocker(input: $input) {
      __typename
      ... on ResolveBlockerPayload {
        blocker {
          ...BlockerFields
        }
      }
      ...Refusal
    }
  }
`);

/** Blockers of a work item; of one status, or of both when it is null. Throws Refused NOT_FOUND. */
export const listBlockers = (connection: Connection, ref: WorkItemRef, limit: number, status: BlockerStatus | null) =>
  takePages(
    limit,
    async (page) => found((await connection.ask(BlockersQuery, { ref, ...page, status })).workItem, ref).blockers,
  );

export const raiseBlocker = (connection: Connection, input: Keyless<RaiseBlockerInput>) =>
  connection.command(RaiseBlockerMutation, input);

export const resolveBlocker = (connection: Connection, input: Keyless<ResolveBlockerInput>) =>
  connection.command(ResolveBlockerMutation, input);
