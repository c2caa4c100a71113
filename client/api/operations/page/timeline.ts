import type { Connection } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { EventType, SessionEventKind } from '../../graphql/graphql.ts';
import { nodesOf } from '../../pages.ts';
import { foundSession } from './sessions.ts';

const SessionTimelineQuery = graphql(`
  query SessionTimeline($id: ID!, $last: Int!, $before: String, $kinds: [SessionEventKind!]) {
    agentSession(id: $id) {
      events(last: $last, before: $before, kinds: $kinds) {
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

const SessionRecordsQuery = graphql(`
  query SessionRecords($filter: EventFilter!) {
    events(first: 100, filter: $filter) {
      edges {
        node {
          ...HistoryEntry
        }
      }
    }
  }
`);

interface TimelinePage {
  readonly id: string;
  /** Most entries. */
  readonly last: number;
  /** Cursor behind the part; null for the end of the timeline. */
  readonly before: string | null;
  /** Only these kinds; null for all. */
  readonly kinds: readonly SessionEventKind[] | null;
}

/** The last entries of a timeline before a cursor, in order, or the last of all. Throws Refused NOT_FOUND. */
export async function fetchTimeline(connection: Connection, { id, last, before, kinds }: TimelinePage) {
  const wanted = { id, last, before, kinds: kinds === null ? null : [...kinds] };
  const { agentSession } = await connection.ask(SessionTimelineQuery, wanted);
  const { events } = foundSession(agentSession, id);
  return { entries: nodesOf(events), totalCount: events.totalCount, pageInfo: events.pageInfo };
}

/** The newest hundred facts of these types about a session, oldest first: what it recorded, and what it touched. */
export async function fetchRecords(connection: Connection, agentSessionId: string, types: readonly EventType[]) {
  const { events } = await connection.ask(SessionRecordsQuery, { filter: { agentSessionId, types: [...types] } });
  return nodesOf(events).reverse();
}

export type TimelineEntry = Awaited<ReturnType<typeof fetchTimeline>>['entries'][number];
export type SessionRecord = Awaited<ReturnType<typeof fetchRecords>>[number];
