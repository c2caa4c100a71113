import type { Event, PrismaClient } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { ConsumerTooSlowError } from '#server/errors.ts';
import { type EventFilter, findEvents } from './find-events.ts';
import { refuseSwept } from './known-place.ts';
import { matchesFilter } from './matches-filter.ts';
import type { Following, Sequencer } from './sequencer.ts';

/** Most live events that wait for one reader. */
export const MAX_WAITING_EVENTS = 1_000;
/** Events read at once from the past: few enough that a reader who stops holds little. */
const PAGE_SIZE = 200;

export interface EventStreamSource {
  readonly prisma: Pick<PrismaClient, 'event'>;
  readonly sequencer: Pick<Sequencer, 'follow'>;
}

/**
 * The events of one actor's log after a place, without end: first those of the past, in pages read only as fast as they
 * are taken (backfill); then those that came while it read (cutover); then each as it is committed (live). In order, each
 * once, and none missing. `return()` lets go of everything at once, also while a `next()` waits, which then ends. A
 * reader with too many events waiting gets ConsumerTooSlowError as its last word; one whose place is no longer kept,
 * CursorExpiredError; a lost database, its error.
 */
export class EventStream implements AsyncIterableIterator<Event> {
  readonly #source: EventStreamSource;
  readonly #actor: Actor;
  readonly #filter: EventFilter;
  /** Everything up to here was handed out or passed over. */
  #seq: bigint;
  #page: Event[] = [];
  #live: Event[] = [];
  #following: Following | undefined;
  #isCaughtUp = false;
  #isEnded = false;
  #failure: Error | undefined;
  #ring: (() => void) | undefined;

  constructor(source: EventStreamSource, actor: Actor, filter: EventFilter, after: bigint) {
    this.#source = source;
    this.#actor = actor;
    this.#filter = filter;
    this.#seq = after;
  }

  /** The last event that was handed out, or where the stream began. */
  get place(): bigint {
    return this.#seq;
  }

  /** Another stream, for the same actor and filter, after another place. */
  from(seq: bigint): EventStream {
    return new EventStream(this.#source, this.#actor, this.#filter, seq);
  }

  /**
   * One page of what lies after a place, up to `until` if that is given; the last one is not full. Leaves the stream
   * where it is. Throws CursorExpiredError when some of it is no longer kept.
   */
  async pageAfter(seq: bigint, until?: bigint): Promise<{ readonly events: Event[]; readonly isLast: boolean }> {
    const events = await findEvents(this.#source.prisma, this.#actor, this.#filter, {
      after: seq,
      before: until === undefined ? undefined : until + 1n,
      order: 'OLDEST_FIRST',
      limit: PAGE_SIZE,
    });
    await refuseSwept(this.#source.prisma, this.#actor, seq);
    return { events, isLast: events.length < PAGE_SIZE };
  }

  async next(): Promise<IteratorResult<Event, undefined>> {
    try {
      const event = await this.#take();
      return event === undefined ? { done: true, value: undefined } : { done: false, value: event };
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  async return(): Promise<IteratorResult<Event, undefined>> {
    this.#end();
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<IteratorResult<Event, undefined>> {
    this.#end();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #take(): Promise<Event | undefined> {
    while (!this.#isEnded) {
      const event = this.#page.shift() ?? (this.#isCaughtUp ? this.#live.shift() : undefined);
      if (event !== undefined) {
        if (event.seq <= this.#seq) continue;
        this.#seq = event.seq;
        return event;
      }
      if (!this.#isCaughtUp) await this.#readOn();
      else if (this.#failure !== undefined) throw this.#failure;
      else await new Promise<void>((resolve) => (this.#ring = resolve));
    }
    return undefined;
  }

  /** Reads one more page of the past; at its end, begins to follow; then reads what came in between, and is caught up. */
  async #readOn(): Promise<void> {
    const until = await this.#following?.from;
    if (this.#isEnded) return;
    const { events, isLast } = await this.pageAfter(this.#seq, until);
    if (this.#isEnded) return;
    this.#page = events;
    if (!isLast) return;
    if (this.#following === undefined) this.#follow();
    else this.#isCaughtUp = true;
  }

  #follow(): void {
    this.#following = this.#source.sequencer.follow(this.#actor.organisationId, (event) => this.#arrive(event));
  }

  #arrive(event: Event): void {
    if (!matchesFilter(event, this.#actor, this.#filter)) return;
    this.#live.push(event);
    if (this.#live.length > MAX_WAITING_EVENTS) this.#giveUp();
    this.#wakeReader();
  }

  /** The reader hears of it when it next asks; until then it holds nothing. */
  #giveUp(): void {
    this.#failure = new ConsumerTooSlowError(MAX_WAITING_EVENTS);
    this.#live = [];
    this.#following?.release();
  }

  #end(): void {
    this.#isEnded = true;
    this.#page = [];
    this.#live = [];
    this.#following?.release();
    this.#wakeReader();
  }

  #wakeReader(): void {
    this.#ring?.();
    this.#ring = undefined;
  }
}
