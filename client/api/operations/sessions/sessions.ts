import type { Connection, Keyless } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type {
  EndSessionInput,
  RecordSessionEventsInput,
  RegisterSessionInput,
  WorkItemRef,
  WorkspaceFileInput,
} from '../../graphql/graphql.ts';
import { takePages } from '../../pages.ts';
import { Refused } from '../../refused.ts';
import { found } from '../work/work.ts';

graphql(`
  fragment SessionFields on AgentSession {
    id
    runtime
    purpose
    status
    providerSessionId
    model
    syncMode
    exitReason
    endReason
    registeredAt
    startedAt
    endedAt
    machine {
      id
      name
    }
    parent {
      id
    }
    continues {
      id
    }
  }
`);

graphql(`
  fragment LaunchFields on Launch {
    id
    state
    workspace
    timeoutMs
    packageVersion
    packageHash
    uncertainty
    stopRequestedAt
    exitCode
    exitSignal
  }
`);

graphql(`
  fragment BriefingReceiptFields on BriefingReceipt {
    bytes
    hash
    clipped
    packageVersion
    packageHash
    briefedAt
    cuts {
      section
      omitted
      kept
    }
  }
`);

const SessionQuery = graphql(`
  query Session($id: ID!) {
    agentSession(id: $id) {
      ...SessionFields
      workItem {
        id
        key
      }
      launch {
        ...LaunchFields
        resumes {
          id
        }
      }
      briefingReceipt {
        ...BriefingReceiptFields
      }
      usage {
        inputTokens
        outputTokens
        costMicroUsd
      }
      workspaceTotals {
        files
        insertions
        deletions
      }
    }
  }
`);

const SessionsQuery = graphql(`
  query Sessions($ref: WorkItemRef!, $first: Int!, $after: String) {
    workItem(ref: $ref) {
      agentSessions(first: $first, after: $after) {
        totalCount
        edges {
          node {
            ...SessionFields
            launch {
              id
              state
            }
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

const RegisterSessionMutation = graphql(`
  mutation RegisterSession($input: RegisterSessionInput!) {
    result: registerSession(input: $input) {
      __typename
      ... on RegisterSessionPayload {
        credential
        agentSession {
          ...SessionFields
          workItem {
            id
            key
          }
        }
      }
      ...Refusal
    }
  }
`);

const EndSessionMutation = graphql(`
  mutation EndSession($input: EndSessionInput!) {
    result: endSession(input: $input) {
      __typename
      ... on EndSessionPayload {
        agentSession {
          ...SessionFields
        }
      }
      ...Refusal
    }
  }
`);

const ReportWorkspaceMutation = graphql(`
  mutation ReportWorkspace($input: ReportWorkspaceInput!) {
    result: reportWorkspace(input: $input) {
      __typename
      ... on ReportWorkspacePayload {
        agentSession {
          id
          workspaceTotals {
            files
            insertions
            deletions
          }
        }
      }
      ...Refusal
    }
  }
`);

const RecordSessionEventsMutation = graphql(`
  mutation RecordSessionEvents($input: RecordSessionEventsInput!) {
    result: recordSessionEvents(input: $input) {
      __typename
      ... on RecordSessionEventsPayload {
        recordedCount
      }
      ...Refusal
    }
  }
`);

/** One session with how a machine ran it, what it was briefed with and what it spent; throws Refused NOT_FOUND. */
export async function fetchSession(connection: Connection, id: string) {
  const { agentSession } = await connection.ask(SessionQuery, { id });
  if (agentSession !== null && agentSession !== undefined) return agentSession;
  throw new Refused('NOT_FOUND', `There is no session ${JSON.stringify(id)} within reach of this credential.`, {
    ref: id,
  });
}

/** The sessions of a work item, newest first; throws Refused NOT_FOUND. */
export const listSessions = (connection: Connection, ref: WorkItemRef, limit: number) =>
  takePages(
    limit,
    async (page) => found((await connection.ask(SessionsQuery, { ref, ...page })).workItem, ref).agentSessions,
  );

/** Records a session. Its credential is in the first answer alone: a repeated one has null. */
export const registerSession = (connection: Connection, input: Keyless<RegisterSessionInput>) =>
  connection.command(RegisterSessionMutation, input);

export const endSession = (connection: Connection, input: Keyless<EndSessionInput>) =>
  connection.command(EndSessionMutation, input);

/** Merges paths into a session's report. Repeating a report changes nothing. */
export const reportWorkspace = (connection: Connection, sessionId: string, files: WorkspaceFileInput[]) =>
  connection.update(ReportWorkspaceMutation, { sessionId, files });

/** Adds entries to a session's timeline, all of them or none. */
export const recordSessionEvents = (connection: Connection, input: Keyless<RecordSessionEventsInput>) =>
  connection.command(RecordSessionEventsMutation, input);
