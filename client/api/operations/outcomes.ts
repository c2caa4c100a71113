import type { Connection, Keyless } from '../connection.ts';
import { graphql } from '../graphql/gql.ts';
import type { RecordOutcomeInput } from '../graphql/graphql.ts';

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
