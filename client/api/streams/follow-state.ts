/**
 * How it stands with a stream that is followed, for whoever shows it. `connecting` until it stood for the first time;
 * `catching-up` while it brings what was missed; `live` once everything that had happened by then was handled; `offline`
 * from the moment it was lost until it stands again, `since` staying the same however often it is tried.
 */
export type FollowState =
  | { readonly name: 'connecting' }
  | { readonly name: 'catching-up' }
  | { readonly name: 'live' }
  | { readonly name: 'offline'; readonly since: Date; readonly cause: unknown; readonly retryInMs: number };

/** Works out the state of one followed stream from what happens to it, and tells each change. */
export class StateTeller {
  readonly #tell: (state: FollowState) => void;
  #state: FollowState | undefined;
  /** The cursor whose event makes the stream live: null when nothing was missed, undefined while it is not known. */
  #goal: string | null | undefined;
  /** What was handled while the goal was not known. */
  #handled = new Set<string>();
  #opened = 0;

  constructor(tell: (state: FollowState) => void) {
    this.#tell = tell;
    this.#become({ name: 'connecting' });
  }

  /** The stream stands. `newest` resolves to the cursor of the last event that it will bring of the past, or null. */
  opened(newest: Promise<string | null>): void {
    const opening = (this.#opened += 1);
    this.catchingUp();
    newest.then(
      (goal) => opening === this.#opened && this.#aimAt(goal),
      // What stands in the way of this question ends the stream as well, and is told there.
      () => undefined,
    );
  }

  catchingUp(): void {
    this.#goal = undefined;
    this.#handled = new Set();
    this.#become({ name: 'catching-up' });
  }

  handled(cursor: string): void {
    if (this.#state?.name !== 'catching-up') return;
    if (this.#goal === undefined) this.#handled.add(cursor);
    else if (this.#goal === cursor) this.#become({ name: 'live' });
  }

  lost(cause: unknown, retryInMs: number): void {
    this.#opened += 1;
    const since = this.#state?.name === 'offline' ? this.#state.since : new Date();
    this.#become({ name: 'offline', since, cause, retryInMs });
  }

  #aimAt(goal: string | null): void {
    this.#goal = goal;
    if (goal === null || this.#handled.has(goal)) this.#become({ name: 'live' });
    this.#handled.clear();
  }

  #become(state: FollowState): void {
    this.#state = state;
    this.#tell(state);
  }
}
