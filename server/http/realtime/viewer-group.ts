import type { Event } from '#prisma/generated/client/client.ts';
import { ConsumerTooSlowError } from '#server/errors.ts';
import type { EventStream } from '#server/events/event-stream.ts';
import type { EventExecution } from './event-execution.ts';
import type { Viewer } from './viewer.ts';

/**
 * Viewers to whom an event looks the same, because their rights and what they ask for are the same. It follows the log
 * once for all of them, executes each event once, and shows them the result in the order of the log.
 */
export class ViewerGroup {
  readonly #viewers = new Set<Viewer>();
  readonly #execution: EventExecution;
  readonly #onEnd: () => void;
  #stream: EventStream;
  #place: bigint;

  /** `execution` is that of any of its viewers, `onEnd` is called when nobody may join any more. */
  constructor(stream: EventStream, execution: EventExecution, onEnd: () => void) {
    this.#stream = stream;
    this.#place = stream.place;
    this.#execution = execution;
    this.#onEnd = onEnd;
    this.#run().catch((error: unknown) => this.#fail(error));
  }

  /** Everything after this place will be shown to who joins now; what lies before it a viewer reads for itself. */
  get place(): bigint {
    return this.#place;
  }

  get size(): number {
    return this.#viewers.size;
  }

  join(viewer: Viewer): void {
    this.#viewers.add(viewer);
  }

  /** Takes effect at once, also for an event that is being executed. Leaving again does nothing. */
  leave(viewer: Viewer): void {
    if (!this.#viewers.delete(viewer) || this.#viewers.size > 0) return;
    this.#onEnd();
    void this.#stream.return();
  }

  async #run(): Promise<void> {
    for (;;) {
      const event = await this.#next();
      if (event === undefined) return;
      await this.#show(event);
      this.#place = event.seq;
    }
  }

  /** Falling behind a burst is no fault of the viewers: the group goes back to the rows and reads on from its place. */
  async #next(): Promise<Event | undefined> {
    for (;;) {
      try {
        return (await this.#stream.next()).value;
      } catch (error) {
        if (!(error instanceof ConsumerTooSlowError)) throw error;
        this.#stream = this.#stream.from(this.#place);
      }
    }
  }

  async #show(event: Event): Promise<void> {
    const result = await this.#execution.resultForAll(event);
    if (result === undefined) return this.#showEachItsOwn(event);
    for (const viewer of this.#viewers) viewer.take(result, event.seq);
  }

  async #showEachItsOwn(event: Event): Promise<void> {
    const shown = [...this.#viewers].map(async (viewer) => {
      viewer.take(await viewer.execution.resultOf(event), event.seq);
    });
    await Promise.all(shown);
  }

  #fail(error: unknown): void {
    this.#onEnd();
    void this.#stream.return();
    for (const viewer of this.#viewers) viewer.fail(error);
  }
}
