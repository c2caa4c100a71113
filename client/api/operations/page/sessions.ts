import type { Connection } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { AgentSessionStatus } from '../../graphql/graphql.ts';
import { nodesOf } from '../../pages.ts';
import { Refused } from '../../refused.ts';

const SessionListQuery = graphql(`
  query SessionList($first: Int!, $after: String, $status: AgentSessionStatus) {
    agentSessions(first: $first, after: $after, status: $status) {
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
      registeredBy {
        kind
        id
        name
      }
      workItem {
        id
        key
        title
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

const SessionTimelineQuery = graphql(`
  query SessionTimeline($id: ID!, $last: Int!, $before: String) {
    agentSession(id: $id) {
      events(last: $last, before: $before) {
        totalCount
        edges {
          cursor
          node {
            id
            position
            kind
            occurredAt
            summary
            text
            count
            durationMs
            model
            inputTokens
            outputTokens
            costMicroUsd
          }
        }
        pageInfo {
          hasPreviousPage
          startCursor
        }
      }
    }
  }
`);

/** A hundred of the organisation's sessions after a place, newest first; of one status, or of all when it is null. */
export const pageOfSessions = async (connection: Connection, status: AgentSessionStatus | null, after: string | null) =>
  (await connection.ask(SessionListQuery, { status, first: 100, after })).agentSessions;

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

/** The last entries of a timeline before a cursor, in order, or the last of all. Throws Refused NOT_FOUND. */
export async function fetchTimeline(connection: Connection, id: string, last: number, before: string | null) {
  const { agentSession } = await connection.ask(SessionTimelineQuery, { id, last, before });
  const { events } = foundSession(agentSession, id);
  return { entries: nodesOf(events), totalCount: events.totalCount, pageInfo: events.pageInfo };
}

function foundSession<T>(session: T | null | undefined, id: string): T {
  if (session !== null && session !== undefined) return session;
  throw new Refused('NOT_FOUND', `There is no session ${JSON.stringify(id)} within reach of this credential.`, {
    ref: id,
  });
}

export type SessionPage = Awaited<ReturnType<typeof fetchSessionPage>>;
export type TimelineEntry = Awaited<ReturnType<typeof fetchTimeline>>['entries'][number];
