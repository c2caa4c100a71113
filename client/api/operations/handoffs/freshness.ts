import type { Connection } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { ReportFreshnessInput, ReportSourcePinInput } from '../../graphql/graphql.ts';
import { foundHandoff } from './handoffs.ts';

graphql(`
  fragment SourcePinFields on SourcePin {
    head
    branch
    uncommittedFiles
    treeHash
    goneFiles
  }
`);

graphql(`
  fragment FreshnessCard on HandoffFreshness {
    state
    packageVersion
    checkedAt
    pin {
      head
      branch
      uncommittedFiles
    }
    findings {
      code
      message
    }
    agentSession {
      id
      runtime
    }
  }
`);

const FreshnessQuery = graphql(`
  query Freshness($id: ID!) {
    handoff(id: $id) {
      freshness {
        ...FreshnessCard
      }
    }
  }
`);

const OfferedSourceQuery = graphql(`
  query OfferedSource($id: ID!, $sessionId: ID!) {
    handoff(id: $id) {
      package {
        version
        hash
        document
        sourcePin {
          ...SourcePinFields
        }
      }
    }
    agentSession(id: $sessionId) {
      launch {
        id
      }
    }
  }
`);

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

/** How a handoff's destination stands to where its package came from; null before the first compile. */
export const fetchFreshness = async (connection: Connection, id: string) =>
  foundHandoff((await connection.ask(FreshnessQuery, { id })).handoff, id).freshness ?? null;

export type FreshnessCard = NonNullable<Awaited<ReturnType<typeof fetchFreshness>>>;

/** The package on offer with where its source stood, and whether a machine runs the session that is to take it on. */
export async function fetchOfferedSource(connection: Connection, id: string, sessionId: string) {
  const { handoff, agentSession } = await connection.ask(OfferedSourceQuery, { id, sessionId });
  return { package: foundHandoff(handoff, id).package ?? null, isLaunched: agentSession?.launch != null };
}
