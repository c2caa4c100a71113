import { Refused } from '../refused.ts';
import { ServerFault } from '../server-fault.ts';
import { ServerUnreachable } from '../server-unreachable.ts';
import { type FollowState, StateTeller } from './follow-state.ts';
import { pause } from './pause.ts';

/** The first and the longest wait before a stream is resumed, in milliseconds; each wait is a random part of its turn's. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;

/** Refusals of a moment: the same stream may stand again when it is asked for once more. */
const PASSING: ReadonlySet<string> = new Set(['CONSUMER_TOO_SLOW', 'DATABASE_UNAVAILABLE', 'SERVER_OUTDATED']);

/** One way to follow a log. */
export interface FollowSource<T> {
  /** Opens the stream after a place; it ends or throws when the connection does, and ends when `signal` fires. */
  readonly open: (after: string, options: StreamOptions) => AsyncIterable<T>;
  readonly cursorOf: (event: T) => string;
  /** Where the log ends now. */
  readonly latestCursor: () => Promise<string>;
  /** The last cursor that the stream would bring after a place, or null when it would bring nothing yet. */
  readonly newestAfter: (cursor: string) => Promise<string | null>;
  /** Whether there is a credential that the server has not refused. */
  readonly isRenewed: () => Promise<boolean>;
}

export interface StreamOptions {
  /** Told once the server has taken the stream's connection. */
  readonly onOpen?: (() => void) | undefined;
  /** Leaves when it fires; the stream then ends without an error. */
  readonly signal?: AbortSignal | undefined;
}

export interface FollowOptions {
  /** The place to begin after. Left out, the log's present end, which is taken before `onSnapshot` reads. */
  readonly after?: string | undefined;
  /**
   * Reads what the caller keeps by ordinary queries: at the beginning when `after` is left out, and again when the log
   * no longer knows the place (CURSOR_EXPIRED). Runs between two events, never beside one; what happens while it reads
   * comes as events afterwards, so a snapshot never takes the place of something newer.
   */
  readonly onSnapshot?: (() => void | Promise<void>) | undefined;
  readonly onState?: ((state: FollowState) => void) | undefined;
  /** Ends the following when it fires, also while it waits for an event or for its next try. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Follows a log as PROTOCOL.md asks, across cuts, restarts, expired cursors and renewed credentials, until `signal`
 * fires or the caller leaves the loop. An event counts as handled once the next is asked for; after a cut the stream goes
 * on behind the last that was. Throws Refused when going on is useless: CURSOR_EXPIRED without `onSnapshot`,
 * UNAUTHENTICATED when there is no other credential, and all other refusals.
 */
export async function* follow<T>(source: FollowSource<T>, options: FollowOptions): AsyncGenerator<T, void> {
  const signal = options.signal ?? new AbortController().signal;
  const state = new StateTeller(options.onState ?? (() => undefined));
  const patience = new Patience(source, options);
  let cursor = options.after;
  while (!signal.aborted) {
    let cause: unknown;
    try {
      cursor ??= await takeSnapshot(source, options);
      const after = cursor;
      const onOpen = () => {
        patience.begun();
        state.opened(options.onState === undefined ? Promise.resolve(null) : source.newestAfter(after));
      };
      for await (const event of source.open(after, { onOpen, signal })) {
        patience.served();
        yield event;
        cursor = source.cursorOf(event);
        state.handled(cursor);
      }
    } catch (error) {
      if (signal.aborted) return;
      await patience.judge(error);
      cause = error;
    }
    if (isExpired(cause)) cursor = undefined;
    const waitMs = patience.nextWait();
    if (isExpired(cause)) state.catchingUp();
    else if (!signal.aborted) state.lost(cause, waitMs);
    await pause(waitMs, signal);
  }
}

/** The log's end first, then the snapshot: in this order nothing can fall between them. */
async function takeSnapshot<T>(source: FollowSource<T>, { onSnapshot }: FollowOptions): Promise<string> {
  const cursor = await source.latestCursor();
  await onSnapshot?.();
  return cursor;
}

/** How long a stream is tried again, and after which failures. */
class Patience {
  readonly #source: Pick<FollowSource<unknown>, 'isRenewed'>;
  readonly #options: FollowOptions;
  #longest = FIRST_WAIT_MS;
  /** True from a renewed credential until the server has taken it: a second refusal is the last. */
  #isOnTrial = false;

  constructor(source: Pick<FollowSource<unknown>, 'isRenewed'>, options: FollowOptions) {
    this.#source = source;
    this.#options = options;
  }

  begun(): void {
    this.#isOnTrial = false;
  }

  served(): void {
    this.#longest = FIRST_WAIT_MS;
  }

  nextWait(): number {
    const waitMs = Math.ceil(Math.random() * this.#longest);
    this.#longest = Math.min(this.#longest * 2, LONGEST_WAIT_MS);
    return waitMs;
  }

  /** Throws the failure again when trying once more is useless. */
  async judge(error: unknown): Promise<void> {
    if (error instanceof ServerUnreachable || error instanceof ServerFault) return;
    if (!(error instanceof Refused)) throw error;
    if (PASSING.has(error.code)) return;
    if (isExpired(error) && this.#options.onSnapshot !== undefined) return;
    if (error.code !== 'UNAUTHENTICATED' || this.#isOnTrial || !(await this.#source.isRenewed())) throw error;
    this.#isOnTrial = true;
  }
}

const isExpired = (error: unknown): boolean => error instanceof Refused && error.code === 'CURSOR_EXPIRED';
