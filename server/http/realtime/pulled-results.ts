import type { ExecutionResult } from 'graphql';
import { Outlet } from './outlet.ts';

type Pulled = IteratorResult<ExecutionResult, undefined>;

/** Gives a result to whoever asks for one, such as Yoga's server-sent events, and has room exactly while somebody asks. */
export class PulledResults extends Outlet {
  #asked: ((pulled: Pulled) => void) | undefined;
  #isFinished = false;

  get isReady(): boolean {
    return this.#asked !== undefined;
  }

  write(value: ExecutionResult): void {
    this.#answer({ done: false, value });
  }

  finish(): void {
    this.#isFinished = true;
    this.#answer({ done: true, value: undefined });
  }

  /** Whoever asks for the next result makes room. */
  askForRoom(): void {
    return undefined;
  }

  protected pull(): Promise<Pulled> {
    if (this.#isFinished) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => (this.#asked = resolve));
  }

  #answer(pulled: Pulled): void {
    const asked = this.#asked;
    this.#asked = undefined;
    asked?.(pulled);
  }
}
