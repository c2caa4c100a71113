import { Refused } from '../refused.ts';
import { ServerUnreachable } from '../server-unreachable.ts';

/** What the server means by a close code, as PROTOCOL.md lists them. Every other code is a cut: the stream is resumed. */
const codeByClose: Readonly<Record<number, string>> = {
  1009: 'BAD_REQUEST',
  4400: 'BAD_REQUEST',
  4401: 'BAD_REQUEST',
  4403: 'UNAUTHENTICATED',
  4406: 'BAD_REQUEST',
  4409: 'BAD_REQUEST',
  4410: 'UNAUTHENTICATED',
  4411: 'UNAUTHENTICATED',
  4413: 'CONSUMER_TOO_SLOW',
  4429: 'BAD_REQUEST',
};

interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** What to throw for a WebSocket that has closed or could not be opened: Refused where a code says so, else ServerUnreachable. */
export function failureOfClose(event: unknown, serverUrl: string, timeoutMs: number): Error {
  if (!isClosed(event)) return new ServerUnreachable(serverUrl, causeOf(event), timeoutMs);
  const code = codeByClose[event.code];
  if (code !== undefined)
    return new Refused(code, event.reason || `The server closed the connection with ${event.code}.`);
  const cause = new Error(event.reason || `the connection closed with ${event.code}`);
  return new ServerUnreachable(serverUrl, cause, timeoutMs);
}

const isClosed = (event: unknown): event is Closed =>
  typeof event === 'object' && event !== null && 'code' in event && 'reason' in event;

/** The error event of a WebSocket hides the error itself inside. */
const causeOf = (event: unknown): unknown =>
  typeof event === 'object' && event !== null && 'error' in event ? event.error : event;
