import type { Event } from '#prisma/generated/client/client.ts';

/** Most events read from the log at once. */
const PAGE_SIZE = 500;

/** How one organisation's log is read. */
export interface TailSource {
  /** The place of its last event now. */
  lastSeq(): Promise<bigint>;
  /** Its next events after a place, in order. */
  eventsAfter(seq: bigint, limit: number): Promise<Event[]>;
  /** Told of each new event before any follower is, so that who may no longer follow has left by then. */
  onEvent(event: Event): void;
  /** Told when a read fails; the next wake tries again, and nothing is lost meanwhile. */
  onFault(error: unknown): void;
}

/** Takes each new event once, in order, and must neither wait nor throw. */
export type Follower = (event: Event) => void;

/**
 * The moving end of one organisation's log. New rows are read once, however many follow, and handed to all of them. It
 * begins at the place that `start` resolves to; what lies before it, followers read for themselves.
 */
export class LogTail {
  readonly start: Promise<bigint>;
  readonly #source: TailSource;
  readonly #followers = new Set<Follower>();
  #seq: bigint | undefined;
  #reading = false;
  #isStale = false;

  constructor(source: TailSource) {
    this.#source = source;
    this.start = source.lastSeq().then((seq) => (this.#seq = seq));
  }

  get followers(): number {
    return this.#followers.size;
  }

  /** The place up to which events were handed on; undefined until `start` is known. */
  get seq(): bigint | undefined {
    return this.#seq;
  }

  add(follower: Follower): void {
    this.#followers.add(follower);
  }

  remove(follower: Follower): void {
    this.#followers.delete(follower);
  }

  /** Reads on until the log holds no more. Woken while it reads, it looks once more afterwards. */
  wake(): void {
    this.#isStale = true;
    if (!this.#reading) void this.#read();
  }

  async #read(): Promise<void> {
    this.#reading = true;
    try {
      await this.start;
      while (this.#isStale && this.#followers.size > 0) {
        this.#isStale = false;
        await this.#readPages();
      }
    } catch (error) {
      this.#source.onFault(error);
    } finally {
      this.#reading = false;
    }
  }

  async #readPages(): Promise<void> {
    for (let isMore = true; isMore;) {
      const page = await this.#source.eventsAfter(this.#seq ?? 0n, PAGE_SIZE);
      for (const event of page) {
        this.#seq = event.seq;
        this.#source.onEvent(event);
        for (const follower of this.#followers) follower(event);
      }
      isMore = page.length === PAGE_SIZE;
    }
  }
}
