import { WebSocket } from 'ws';
import { Connection } from '#client/api/connection.ts';
import { TypedDocumentString } from '#client/api/graphql/graphql.ts';
import { fetchLatestCursor } from '#client/api/operations/events.ts';
import { follow, type FollowSource } from '#client/api/streams/follow.ts';

interface Place {
  readonly cursor: string;
}

const PLACES = new TypedDocumentString<{ events: Place }, { after: string }>(
  'subscription ($after: String!) { events(after: $after) { cursor } }',
);

export interface SdkFollowerOptions {
  readonly url: string;
  readonly token: string;
  readonly transport: 'sse' | 'websocket';
  readonly after: string;
  /** Called for each event, in order. When it returns true the follower leaves, and comes back behind that event. */
  readonly onEvent: (cursor: string) => boolean;
}

/** Follows through client/api until aborted. */
export async function followBySdk(options: SdkFollowerOptions, signal: AbortSignal): Promise<void> {
  const { url: serverUrl, token, transport, onEvent } = options;
  const connection = new Connection({ serverUrl, token, transport, webSocket: WebSocket });
  const source = placesOf(connection);
  let { after } = options;
  while (!signal.aborted) {
    for await (const { cursor } of follow(source, { after, signal })) {
      after = cursor;
      if (onEvent(cursor)) break;
    }
  }
}

/** The log's cursors alone, so that many followers cost little beside what is measured. */
const placesOf = (connection: Connection): FollowSource<Place> => ({
  async *open(after, streaming) {
    for await (const { events } of connection.stream(PLACES, { after }, streaming)) yield events;
  },
  cursorOf: ({ cursor }) => cursor,
  latestCursor: () => fetchLatestCursor(connection),
  newestAfter: async () => null,
  isRenewed: () => connection.isRenewed(),
});
