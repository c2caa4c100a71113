import type { Connection } from '../../api/connection.ts';
import { followEvents, type LogEvent } from '../../api/operations/events.ts';
import { Refused } from '../../api/refused.ts';
import type { FollowState } from '../../api/streams/follow-state.ts';

export type { LogEvent };

/** What somebody on the page wants to hear of: an event, or null when all that is shown must be read again. */
type Listener = (event: LogEvent | null) => void;

/** The organisation's log, followed once for the whole page; everything live on it hangs on this. */
export class Feed {
  state = $state.raw<FollowState>({ name: 'connecting' });
  /** Events handled since the stream was last lost: what catching up has brought so far. */
  caughtUp = $state(0);
  readonly #connection: Connection;
  readonly #listeners = new Set<Listener>();
  readonly #onSignedOut: () => void;

  constructor(connection: Connection, onSignedOut: () => void) {
    this.#connection = connection;
    this.#onSignedOut = onSignedOut;
  }

  /** Tells `listener` of every event until the function it gives is called. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Follows until `signal` fires or the browser is signed out. */
  async follow(signal: AbortSignal): Promise<void> {
    const options = {
      signal,
      onSnapshot: () => this.#tell(null),
      onState: (state: FollowState) => this.#become(state),
    };
    try {
      for await (const event of followEvents(this.#connection, {}, options)) {
        if (this.state.name === 'catching-up') this.caughtUp += 1;
        this.#tell(event);
      }
    } catch (error) {
      if (error instanceof Refused && error.code === 'UNAUTHENTICATED') return this.#onSignedOut();
      throw error;
    }
  }

  #become(state: FollowState): void {
    if (state.name === 'offline') this.caughtUp = 0;
    this.state = state;
  }

  #tell(event: LogEvent | null): void {
    for (const listener of this.#listeners) listener(event);
  }
}
