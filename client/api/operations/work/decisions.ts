import type { Connection, Keyless } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { RecordDecisionInput, SupersedeDecisionInput, WorkItemRef } from '../../graphql/graphql.ts';
import { takePages } from '../../pages.ts';
import { found } from './work.ts';

graphql(`
  fragment DecisionFields on Decision {
    id
    statement
    rationale
    evidence
    recordedAt
    isStanding
    supersededAt
    supersededBy {
      id
    }
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

const DecisionsQuery = graphql(`
  query Decisions($ref: WorkItemRef!, $first: Int!, $after: String, $standing: Boolean) {
    workItem(ref: $ref) {
      decisions(first: $first, after: $after, standing: $standing) {
        totalCount
        edges {
          node {
            ...DecisionFields
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

const RecordDecisionMutation = graphql(`
  mutation RecordDecision($input: RecordDecisionInput!) {
    result: recordDecision(input: $input) {
      __typename
      ... on RecordDecisionPayload {
        decision {
          ...DecisionFields
        }
      }
      ...Refusal
    }
  }
`);

const SupersedeDecisionMutation = graphql(`
  mutation SupersedeDecision($input: SupersedeDecisionInput!) {
    result: supersedeDecision(input: $input) {
      __typename
      ... on SupersedeDecisionPayload {
        decision {
          ...DecisionFields
        }
      }
      ...Refusal
    }
  }
`);

/** Decisions of a work item, newest first; only standing ones unless `withSuperseded`. Throws Refused NOT_FOUND. */
export const listDecisions = (connection: Connection, ref: WorkItemRef, limit: number, withSuperseded: boolean) =>
  takePages(limit, async (page) => {
    const variables = { ref, ...page, standing: withSuperseded ? null : true };
    return found((await connection.ask(DecisionsQuery, variables)).workItem, ref).decisions;
  });

export const recordDecision = (connection: Connection, input: Keyless<RecordDecisionInput>) =>
  connection.command(RecordDecisionMutation, input);

/** Puts a new decision in the place of one that stands; answers with the new one. */
export const supersedeDecision = (connection: Connection, input: Keyless<SupersedeDecisionInput>) =>
  connection.command(SupersedeDecisionMutation, input);
