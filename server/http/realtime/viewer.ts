import type { ExecutionResult } from 'graphql';
import { ConsumerTooSlowError } from '#server/errors.ts';
import { EventStream, MAX_WAITING_EVENTS } from '#server/events/event-stream.ts';
import type { EventExecution } from './event-execution.ts';
import type { Outlet } from './outlet.ts';
import type { ViewerGroup } from './viewer-group.ts';

interface Waiting {
  readonly result: ExecutionResult;
  readonly seq: bigint;
}

/** Runs what reads the database, now or once fewer do. */
export type TakesTurns = <T>(read: () => Promise<T>) => Promise<T>;

/** What a viewer shares with the others of its server. */
export interface ViewerPlace {
  /** Finds the group, which begins with the given stream if it is new. */
  readonly join: (viewer: Viewer, stream: EventStream) => ViewerGroup;
  readonly inTurn: TakesTurns;
  readonly onEnd: () => void;
}

/**
 * One subscription: its own place in the log and what waits for its client. First it reads what it missed, as fast as
 * the client takes it; then it joins the group of those who see the same, reads what the group had shown by then, and
 * from there on is shown what the group is. `end()` lets go of everything at once and nothing is written any more.
 */
export class Viewer {
  readonly execution: EventExecution;
  readonly #source: AsyncIterator<unknown>;
  readonly #outlet: Outlet;
  readonly #join: (viewer: Viewer, stream: EventStream) => ViewerGroup;
  readonly #inTurn: TakesTurns;
  readonly #onEnd: () => void;
  #group: ViewerGroup | undefined;
  /** Everything up to here was written or is not for this viewer. */
  #seq = 0n;
  #waiting: Waiting[] = [];
  #failure: { readonly error: unknown } | undefined;
  #isLive = false;
  #hasBegun = false;
  #isEnded = false;
  #ring: (() => void) | undefined;

  constructor(source: AsyncIterator<unknown>, execution: EventExecution, outlet: Outlet, place: ViewerPlace) {
    this.#source = source;
    this.execution = execution;
    this.#outlet = outlet;
    this.#join = place.join;
    this.#inTurn = place.inTurn;
    this.#onEnd = place.onEnd;
  }

  /** Begins to read; calling it again does nothing. */
  begin(): void {
    if (this.#hasBegun || this.#isEnded) return;
    this.#hasBegun = true;
    const reading = this.#source instanceof EventStream ? this.#followLog(this.#source) : this.#readThrough();
    reading.catch((error: unknown) => this.fail(error));
  }

  /** Is shown the result of the group's next event. One who has too many waiting is shown none any more. */
  take(result: ExecutionResult, seq: bigint): void {
    if (this.#isEnded || seq <= this.#seq) return;
    if (this.#isLive && this.#waiting.length === 0 && this.#outlet.isReady) return this.#write({ result, seq });
    this.#waiting.push({ result, seq });
    if (this.#waiting.length === 1) this.#outlet.askForRoom(this);
    if (this.#waiting.length <= MAX_WAITING_EVENTS) return;
    this.#waiting = [];
    this.fail(new ConsumerTooSlowError(MAX_WAITING_EVENTS));
  }

  /** Goes on where the outlet had no room; after an error, to the last word. */
  resume(): void {
    this.#ring?.();
    if (!this.#isLive) return;
    while (this.#outlet.isReady) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      this.#write(next);
    }
    if (this.#waiting.length > 0) return this.#outlet.askForRoom(this);
    if (this.#failure === undefined || this.#isEnded) return;
    if (!this.#outlet.isReady) return this.#outlet.askForRoom(this);
    this.#outlet.write(this.execution.lastWord(this.#failure.error));
    this.#outlet.finish();
    this.end();
  }

  /**
   * Ends with an error, which the client is told after what already waits for it, if nothing is missing before that: who
   * resumes behind an event never asks for an earlier one. Until then nothing is held but that.
   */
  fail(error: unknown): void {
    this.#group?.leave(this);
    if (!this.#isLive) this.#waiting = [];
    this.#failure ??= { error };
    this.#isLive = true;
    this.resume();
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#waiting = [];
    this.#group?.leave(this);
    void this.#source.return?.();
    this.#ring?.();
    this.#onEnd();
  }

  async #followLog(log: EventStream): Promise<void> {
    this.#seq = log.place;
    await this.#readPast(log);
    if (this.#isEnded) return;
    const group = this.#join(this, log.from(this.#seq));
    this.#group = group;
    if (group.place > this.#seq) await this.#readPast(log, group.place);
    this.#isLive = true;
    this.resume();
  }

  async #readPast(log: EventStream, until?: bigint): Promise<void> {
    for (let isLast = false; !isLast && !this.#isEnded;) {
      const page = await this.#whileOpen(() => log.pageAfter(this.#seq, until));
      for (const event of page?.events ?? []) {
        if (!(await this.#hasRoom())) return;
        const result = await this.#whileOpen(() => this.execution.resultOf(event));
        if (result === undefined) return;
        this.#write({ result, seq: event.seq });
      }
      isLast = page?.isLast ?? true;
    }
  }

  /** Reads a source that is no log of events, and so has nothing to share. */
  async #readThrough(): Promise<void> {
    while (await this.#hasRoom()) {
      const next = await this.#source.next();
      if (this.#isEnded) return;
      if (next.done === true) {
        this.#outlet.finish();
        return this.end();
      }
      const result = await this.#whileOpen(() => this.execution.resultOf(next.value));
      if (result === undefined) return;
      this.#outlet.write(result);
    }
  }

  #write({ result, seq }: Waiting): void {
    this.#seq = seq;
    this.#outlet.write(result);
  }

  /** Waits until the outlet takes a result; false when the viewer has ended meanwhile. */
  async #hasRoom(): Promise<boolean> {
    while (!this.#isEnded && !this.#outlet.isReady) {
      const room = new Promise<void>((resolve) => (this.#ring = resolve));
      this.#outlet.askForRoom(this);
      await room;
    }
    return !this.#isEnded;
  }

  /** Reads when it is this viewer's turn; undefined, and nothing is read in vain, when it has ended by then or meanwhile. */
  async #whileOpen<T>(read: () => Promise<T>): Promise<T | undefined> {
    const value = await this.#inTurn(() => (this.#isEnded ? Promise.resolve(undefined) : read()));
    return this.#isEnded ? undefined : value;
  }
}
