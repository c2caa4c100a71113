import type { Connection } from '../../connection.ts';
import { graphql } from '../../graphql/gql.ts';
import type { EventType, SessionEventKind } from '../../graphql/graphql.ts';
import { nodesOf, takePages } from '../../pages.ts';
import { foundSession } from './sessions.ts';

const SessionTimelineQuery = graphql(`
  query SessionTimeline($id: ID!, $first: Int!, $offset: Int!, $kinds: [SessionEventKind!]) {
    agentSession(id: $id) {
      events(first: $first, offset: $offset, kinds: $kinds) {
        totalCount
        edges {
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
      }
    }
  }
`);

const SessionRecordsQuery = graphql(`
  query SessionRecords($filter: EventFilter!, $first: Int!, $after: String) {
    events(first: $first, after: $after, filter: $filter) {
      edges {
        node {
          ...HistoryEntry
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

interface PartOfTimeline {
  readonly id: string;
  /** How many entries lie before it. */
  readonly offset: number;
  /** Most entries; at most PAGE_SIZE. */
  readonly count: number;
  /** Only these kinds; null for all. */
  readonly kinds: readonly SessionEventKind[] | null;
}

/** A part of a timeline, in order, and how many entries there are in all. Throws Refused NOT_FOUND. */
export async function fetchTimeline(connection: Connection, { id, offset, count, kinds }: PartOfTimeline) {
  const wanted = { id, first: count, offset, kinds: kinds === null ? null : [...kinds] };
  const { agentSession } = await connection.ask(SessionTimelineQuery, wanted);
  const { events } = foundSession(agentSession, id);
  return { entries: nodesOf(events), totalCount: events.totalCount };
}

/** The newest facts of these types about a session, oldest first: what it recorded, and what it touched. */
export async function fetchRecords(
  connection: Connection,
  agentSessionId: string,
  types: readonly EventType[],
  limit: number,
) {
  const filter = { agentSessionId, types: [...types] };
  const { entries } = await takePages(
    limit,
    async (page) => (await connection.ask(SessionRecordsQuery, { ...page, filter })).events,
  );
  return entries.toReversed();
}

export type TimelineEntry = Awaited<ReturnType<typeof fetchTimeline>>['entries'][number];
export type SessionRecord = Awaited<ReturnType<typeof fetchRecords>>[number];
