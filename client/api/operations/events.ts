import type { Connection } from '../connection.ts';
import { graphql } from '../graphql/gql.ts';
import type { EventFilter, FollowEventsSubscription } from '../graphql/graphql.ts';
import { takePages } from '../pages.ts';
import { resume, type ResumeOptions } from '../resume.ts';

/** One event of the log, as this client reads it. */
export type LogEvent = FollowEventsSubscription['events'];

const LatestCursorQuery = graphql(`
  query LatestCursor {
    latestEventCursor
  }
`);

const EventsQuery = graphql(`
  query Events($first: Int!, $after: String, $filter: EventFilter) {
    events(first: $first, after: $after, filter: $filter) {
      edges {
        node {
          id
          cursor
          type
          occurredAt
          actor {
            kind
            id
            name
          }
          data {
            key
            value
          }
          workItem {
            id
            key
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

const FollowEventsDocument = graphql(`
  subscription FollowEvents($after: String!, $filter: EventFilter) {
    events(after: $after, filter: $filter) {
      id
      cursor
      type
      occurredAt
      actor {
        kind
        id
        name
      }
      data {
        key
        value
      }
      workItem {
        id
        key
      }
    }
  }
`);

/** Where the log ends now: take it before a snapshot, and follow after it. */
export const fetchLatestCursor = async (connection: Connection): Promise<string> =>
  (await connection.ask(LatestCursorQuery, {})).latestEventCursor;

/** Events, newest first. */
export const listEvents = (connection: Connection, filter: EventFilter, limit: number) =>
  takePages(limit, async (page) => (await connection.ask(EventsQuery, { ...page, filter })).events);

/** Every event after a cursor, in the order of the log, across cuts and restarts; see resume for how it ends. */
export const followEvents = (
  connection: Connection,
  filter: EventFilter,
  options: Pick<ResumeOptions<LogEvent>, 'after' | 'onWait'>,
): AsyncGenerator<LogEvent, never> =>
  resume({ ...options, cursorOf: ({ cursor }) => cursor, open: (after) => eventsAfter(connection, filter, after) });

async function* eventsAfter(connection: Connection, filter: EventFilter, after: string): AsyncGenerator<LogEvent> {
  for await (const { events } of connection.stream(FollowEventsDocument, { after, filter })) yield events;
}
