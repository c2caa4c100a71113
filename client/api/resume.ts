import { Refused } from './refused.ts';
import { ServerFault } from './server-fault.ts';
import { ServerUnreachable } from './server-unreachable.ts';

/** The first and the longest wait before a stream is resumed, in milliseconds; each wait is a random part of its turn's. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;

export interface ResumeOptions<T> {
  /** Opens the stream after a place; it ends or throws when the connection does. */
  readonly open: (after: string) => AsyncIterable<T>;
  readonly cursorOf: (event: T) => string;
  /** The place to begin after. */
  readonly after: string;
  /** Told before each wait, in milliseconds, with what ended the stream; undefined when it just ended. */
  readonly onWait?: (waitMs: number, cause: unknown) => void;
}

/**
 * A stream that goes on after each cut, as PROTOCOL.md asks: after the last event that was handled, which one is once the
 * next is asked for. Never ends by itself; whoever has enough leaves the loop. Throws Refused when going on is useless:
 * CURSOR_EXPIRED (read a snapshot and begin anew), UNAUTHENTICATED (sign in again) and all other refusals.
 */
export async function* resume<T>({ open, cursorOf, after, onWait }: ResumeOptions<T>): AsyncGenerator<T, never> {
  let cursor = after;
  let longest = FIRST_WAIT_MS;
  for (;;) {
    let cause: unknown;
    try {
      for await (const event of open(cursor)) {
        longest = FIRST_WAIT_MS;
        yield event;
        cursor = cursorOf(event);
      }
    } catch (error) {
      if (!isWorthResuming(error)) throw error;
      cause = error;
    }
    const waitMs = Math.ceil(Math.random() * longest);
    onWait?.(waitMs, cause);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    longest = Math.min(longest * 2, LONGEST_WAIT_MS);
  }
}

const isWorthResuming = (error: unknown): boolean =>
  error instanceof ServerUnreachable ||
  error instanceof ServerFault ||
  (error instanceof Refused && error.code === 'CONSUMER_TOO_SLOW');
