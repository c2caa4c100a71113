import type { Connection } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { AgentSessionStatus } from '../../graphql/graphql.ts';
import { nodesOf } from '../../pages.ts';
import { Refused } from '../../refused.ts';

const SessionListQuery = graphql(`
  query SessionList($first: Int!, $offset: Int!, $status: AgentSessionStatus) {
    agentSessions(first: $first, offset: $offset, status: $status) {
      totalCount
      edges {
        node {
          ...SessionName
          machine {
            id
            name
          }
          workItem {
            id
            key
            title
          }
          workspaceTotals {
            files
            insertions
            deletions
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const SessionPageQuery = graphql(`
  query SessionPage($id: ID!) {
    agentSession(id: $id) {
      ...SessionFields
      usage {
        inputTokens
        outputTokens
        costMicroUsd
      }
      launch {
        ...LaunchFields
        machine {
          id
          name
          isOnline
        }
      }
      briefingReceipt {
        ...BriefingReceiptFields
      }
      registeredBy {
        kind
        id
        name
      }
      workItem {
        id
        key
        title
        state
      }
      parent {
        ...SessionName
      }
      continues {
        id
        packageVersion
        packageHash
        purpose
      }
      children(first: 50) {
        edges {
          node {
            ...SessionName
          }
        }
      }
      handedOff(first: 50) {
        edges {
          node {
            id
            state
            targetRuntime
            purpose
            packageVersion
            packageHash
          }
        }
      }
      workspaceTotals {
        files
        insertions
        deletions
      }
      workspace(first: 100) {
        totalCount
        edges {
          node {
            path
            insertions
            deletions
          }
        }
      }
    }
  }
`);

/**
 * The organisation's sessions from a place of the list on, which is 0 for the newest; of one status, or of all when it is
 * null; at most PAGE_SIZE.
 */
export const pageOfSessions = async (
  connection: Connection,
  status: AgentSessionStatus | null,
  { offset, count }: { readonly offset: number; readonly count: number },
) => (await connection.ask(SessionListQuery, { status, first: count, offset })).agentSessions;

/** One session with its ties and its workspace, without its timeline. Throws Refused NOT_FOUND. */
export async function fetchSessionPage(connection: Connection, id: string) {
  const session = foundSession((await connection.ask(SessionPageQuery, { id })).agentSession, id);
  return {
    ...session,
    children: nodesOf(session.children),
    handedOff: nodesOf(session.handedOff),
    workspace: { files: nodesOf(session.workspace), totalCount: session.workspace.totalCount },
  };
}

/** The session, or a refusal that names what was asked for. */
export function foundSession<T>(session: T | null | undefined, id: string): T {
  if (session !== null && session !== undefined) return session;
  throw new Refused('NOT_FOUND', `There is no session ${JSON.stringify(id)} within reach of this credential.`, {
    ref: id,
  });
}

export type SessionPage = Awaited<ReturnType<typeof fetchSessionPage>>;
