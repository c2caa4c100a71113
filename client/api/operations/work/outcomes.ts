import type { Connection, Keyless } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { RecordOutcomeInput, WorkItemRef } from '../../graphql/graphql.ts';
import { found } from './work.ts';

graphql(`
  fragment OutcomeFields on Outcome {
    id
    summary
    metCriteria
    unmetCriteria
    evidence
    recordedAt
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

const LatestOutcomeQuery = graphql(`
  query LatestOutcome($ref: WorkItemRef!) {
    workItem(ref: $ref) {
      latestOutcome {
        ...OutcomeFields
      }
    }
  }
`);

const RecordOutcomeMutation = graphql(`
  mutation RecordOutcome($input: RecordOutcomeInput!) {
    result: recordOutcome(input: $input) {
      __typename
      ... on RecordOutcomePayload {
        outcome {
          ...OutcomeFields
        }
      }
      ...Refusal
    }
  }
`);

/** Says how the work stands against its acceptance criteria; the latest outcome counts. */
export const recordOutcome = (connection: Connection, input: Keyless<RecordOutcomeInput>) =>
  connection.command(RecordOutcomeMutation, input);

/** The outcome that counts; null before the first. Throws Refused NOT_FOUND. */
export const fetchLatestOutcome = async (connection: Connection, ref: WorkItemRef) =>
  found((await connection.ask(LatestOutcomeQuery, { ref })).workItem, ref).latestOutcome ?? null;
