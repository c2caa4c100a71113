import type { Connection, Keyless } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type {
  LaunchResolution,
  ResumeSessionInput,
  StartSessionInput,
  StopSessionInput,
} from '../../graphql/graphql.ts';

graphql(`
  fragment LaunchedSession on AgentSession {
    ...SessionFields
    launch {
      id
      state
      workspace
      packageVersion
      packageHash
      uncertainty
      exitCode
      exitSignal
    }
    workItem {
      id
      key
    }
  }
`);

const LaunchOfSessionQuery = graphql(`
  query LaunchOfSession($id: ID!) {
    agentSession(id: $id) {
      ...LaunchedSession
      briefingReceipt {
        text
        ...BriefingReceiptFields
      }
    }
  }
`);

const BriefingTextQuery = graphql(`
  query BriefingText($id: ID!) {
    agentSession(id: $id) {
      briefingReceipt {
        text
        bytes
        hash
      }
    }
  }
`);

const StartSessionMutation = graphql(`
  mutation StartSession($input: StartSessionInput!) {
    result: startSession(input: $input) {
      __typename
      ... on StartSessionPayload {
        agentSession {
          ...LaunchedSession
        }
      }
      ...Refusal
    }
  }
`);

const ResumeSessionMutation = graphql(`
  mutation ResumeSession($input: ResumeSessionInput!) {
    result: resumeSession(input: $input) {
      __typename
      ... on ResumeSessionPayload {
        agentSession {
          ...LaunchedSession
        }
      }
      ...Refusal
    }
  }
`);

const StopSessionMutation = graphql(`
  mutation StopSession($input: StopSessionInput!) {
    result: stopSession(input: $input) {
      __typename
      ... on StopSessionPayload {
        agentSession {
          ...LaunchedSession
        }
      }
      ...Refusal
    }
  }
`);

const ResolveLaunchMutation = graphql(`
  mutation ResolveLaunch($input: ResolveLaunchInput!) {
    result: resolveLaunch(input: $input) {
      __typename
      ... on ResolveLaunchPayload {
        launch {
          id
          state
        }
      }
      ...Refusal
    }
  }
`);

/** A session with how a machine runs it and what it was briefed with; null when there is none within reach. */
export const fetchLaunchedSession = async (connection: Connection, id: string) =>
  (await connection.ask(LaunchOfSessionQuery, { id })).agentSession ?? null;

/** The bytes a session was really briefed with; null where its machine has not said so. */
export const fetchBriefingText = async (connection: Connection, sessionId: string) =>
  (await connection.ask(BriefingTextQuery, { id: sessionId })).agentSession?.briefingReceipt ?? null;

/** Asks a machine to run a session. */
export const startSession = (connection: Connection, input: Keyless<StartSessionInput>) =>
  connection.command(StartSessionMutation, input);

/** Asks the machine of an ended session to go on with its runtime's run. */
export const resumeSession = (connection: Connection, input: Keyless<ResumeSessionInput>) =>
  connection.command(ResumeSessionMutation, input);

/** Has a machine end what it runs for a session. */
export const stopSession = (connection: Connection, input: Keyless<StopSessionInput>) =>
  connection.command(StopSessionMutation, input);

/** Settles a launch that is uncertain. */
export const resolveLaunch = (
  connection: Connection,
  input: Keyless<{ launchId: string; resolution: LaunchResolution; idempotencyKey: string }>,
) => connection.command(ResolveLaunchMutation, input);
