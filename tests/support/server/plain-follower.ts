import { WebSocket } from 'ws';

/** Close codes after which the same credential and cursor serve again, as PROTOCOL.md lists them; 1006 is a cut. */
const RESUME_AFTER = new Set([1001, 1006, 4408, 4413, 4500, 4503]);
/** Codes of a stream's last word after which it is resumed as well. */
const PASSING = new Set(['CONSUMER_TOO_SLOW', 'DATABASE_UNAVAILABLE', 'SERVER_OUTDATED', 'INTERNAL']);
const QUERY = 'subscription ($after: String!) { events(after: $after) { cursor } }';
const FIRST_DELAY_MS = 50;
const LONGEST_DELAY_MS = 2_000;

export interface PlainFollowerOptions {
  /** Where to connect; asked anew each time. */
  readonly url: () => string;
  readonly token: string;
  /** A cursor from `latestEventCursor`, or of the last event handled. */
  readonly after: string;
  /** Called for each event once, in order. When it returns true the follower cuts its connection, as a network does. */
  readonly onEvent: (cursor: string) => boolean;
}

/** A client of the log written from PROTOCOL.md alone: follows until aborted, whatever cuts it. */
export async function followPlainly({ url, token, after, onEvent }: PlainFollowerOptions, signal: AbortSignal) {
  let delay = FIRST_DELAY_MS;
  let cursor = after;
  while (!signal.aborted) {
    const code = await oneConnection(url(), token, cursor, signal, (next) => {
      cursor = next;
      delay = FIRST_DELAY_MS;
      return onEvent(next);
    });
    if (signal.aborted) return;
    if (!RESUME_AFTER.has(code)) throw new Error(`the server closed with ${code}, after which nobody resumes`);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * delay));
    delay = Math.min(delay * 2, LONGEST_DELAY_MS);
  }
}

/** Follows until the connection closes, and tells with which code. */
function oneConnection(
  url: string,
  token: string,
  after: string,
  signal: AbortSignal,
  onEvent: (cursor: string) => boolean,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const leave = () => socket.terminate();
    const send = (message: object) => socket.send(JSON.stringify(message));
    signal.addEventListener('abort', leave);
    socket.on('open', () => send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
    socket.on('error', leave);
    socket.on('close', (code) => {
      signal.removeEventListener('abort', leave);
      resolve(code);
    });
    socket.on('message', (data: Buffer) => {
      // What was still on its way when the connection was cut never arrived.
      if (socket.readyState !== socket.OPEN) return;
      const message = JSON.parse(data.toString()) as Message;
      if (message.type === 'connection_ack')
        send({ type: 'subscribe', id: '1', payload: { query: QUERY, variables: { after } } });
      const code = errorsOf(message)?.[0]?.extensions.code;
      if (code !== undefined && !PASSING.has(code)) reject(new Error(`the stream ended with ${code}`));
      else if (code !== undefined) leave();
      const event = message.type === 'next' ? message.payload.data?.events : undefined;
      if (event !== undefined && onEvent(event.cursor)) leave();
    });
  });
}

type Errors = readonly { readonly extensions: { readonly code: string } }[];

/** What a stream is told: that it may begin, an event or why it ends, that it did not begin, and all else. */
type Message =
  | { readonly type: 'next'; readonly payload: Next }
  | { readonly type: 'error'; readonly payload: Errors }
  | { readonly type: 'connection_ack' | 'complete' | 'ping' };

interface Next {
  readonly data?: { readonly events: { readonly cursor: string } } | null;
  readonly errors?: Errors;
}

function errorsOf(message: Message): Errors | undefined {
  if (message.type === 'error') return message.payload;
  return message.type === 'next' ? message.payload.errors : undefined;
}
