import type { Connection } from '../connection.ts';
import { graphql } from '../graphql/gql.ts';
import type { EventFilter, FollowEventsSubscription, FollowEventsSubscriptionVariables } from '../graphql/graphql.ts';
import { PAGE_SIZE, takePages } from '../pages.ts';
import { follow, type FollowOptions, type StreamOptions } from '../streams/follow.ts';

/** One event of the log, as this client reads it. */
export type LogEvent = FollowEventsSubscription['events'];

const LatestCursorQuery = graphql(`
  query LatestCursor {
    latestEventCursor
  }
`);

graphql(`
  fragment EventFields on Event {
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
    agentSessionId
    handoffId
    machineId
  }
`);

const EventsQuery = graphql(`
  query Events($first: Int!, $after: String, $filter: EventFilter, $oldestFirst: Boolean!) {
    events(first: $first, after: $after, filter: $filter, oldestFirst: $oldestFirst) {
      edges {
        node {
          ...EventFields
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
      ...EventFields
    }
  }
`);

const NewestEventQuery = graphql(`
  query NewestEvent($after: String!, $filter: EventFilter) {
    events(oldestFirst: true, last: 1, after: $after, filter: $filter) {
      edges {
        cursor
      }
    }
  }
`);

/** Where the log ends now: take it before a snapshot, and follow after it. */
export const fetchLatestCursor = async (connection: Connection): Promise<string> =>
  (await connection.ask(LatestCursorQuery, {})).latestEventCursor;

/** Events, newest first. */
export const listEvents = (connection: Connection, filter: EventFilter, limit: number) =>
  takePages(limit, async (page) => (await connection.ask(EventsQuery, { ...page, filter, oldestFirst: false })).events);

/**
 * The log from a place on, or from its beginning, as far as it goes now, in its order, a page at a time: however long it
 * is, no more than one page is held.
 */
export async function* readEvents(
  connection: Connection,
  filter: EventFilter,
  after: string | undefined,
): AsyncGenerator<readonly LogEvent[], void> {
  for (let cursor = after ?? null, isMore = true; isMore;) {
    const variables = { first: PAGE_SIZE, after: cursor, filter, oldestFirst: true };
    const { edges, pageInfo } = (await connection.ask(EventsQuery, variables)).events;
    yield edges.flatMap((edge) => (edge === null ? [] : [edge.node]));
    cursor = pageInfo.endCursor ?? null;
    isMore = pageInfo.hasNextPage && cursor !== null;
  }
}

/**
 * Every event from `after` on, in the order of the log, across cuts, restarts and renewed credentials; see `follow` for
 * what the options do and how it ends.
 */
export const followEvents = (
  connection: Connection,
  filter: EventFilter,
  options: FollowOptions,
): AsyncGenerator<LogEvent, void> =>
  follow(
    {
      open: (after, streaming) => eventsAfter(connection, { after, filter }, streaming),
      cursorOf: ({ cursor }) => cursor,
      latestCursor: () => fetchLatestCursor(connection),
      newestAfter: async (after) =>
        (await connection.ask(NewestEventQuery, { after, filter })).events.edges[0]?.cursor ?? null,
      isRenewed: () => connection.isRenewed(),
    },
    options,
  );

async function* eventsAfter(
  connection: Connection,
  variables: FollowEventsSubscriptionVariables,
  streaming: StreamOptions,
): AsyncGenerator<LogEvent> {
  for await (const { events } of connection.stream(FollowEventsDocument, variables, streaming)) yield events;
}
