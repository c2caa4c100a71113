import type { Connection } from '../connection.ts';
import { graphql } from '../graphql/gql.ts';
import type { ReportFreshnessInput, ReportSourcePinInput } from '../graphql/graphql.ts';

const ReportSourcePinMutation = graphql(`
  mutation ReportSourcePin($input: ReportSourcePinInput!) {
    result: reportSourcePin(input: $input) {
      __typename
      ... on ReportSourcePinPayload {
        agentSession {
          id
        }
      }
      ...Refusal
    }
  }
`);

const ReportFreshnessMutation = graphql(`
  mutation ReportFreshness($input: ReportFreshnessInput!) {
    result: reportFreshness(input: $input) {
      __typename
      ... on ReportFreshnessPayload {
        handoff {
          id
        }
      }
      ...Refusal
    }
  }
`);

/** Keeps where the repository of a session's workspace stands; the newest look stands. */
export const reportSourcePin = (connection: Connection, input: ReportSourcePinInput) =>
  connection.update(ReportSourcePinMutation, input);

/** Keeps what a destination saw when it held its workspace against the pin of a package. */
export const reportFreshness = (connection: Connection, input: ReportFreshnessInput) =>
  connection.update(ReportFreshnessMutation, input);
