import { toasts } from '../ui/toasts.svelte.ts';
import type { Expected } from './expected.ts';
import { failureText } from './failure-text.ts';

interface ActArguments<T> {
  readonly run: () => Promise<T>;
  /** Shows the outcome at once, until it was read or the server refuses. */
  readonly expect?: (() => Expected) | undefined;
  /** What to say when it is done. */
  readonly done?: string | ((result: T) => string) | undefined;
  /** What was tried, for the sentence of a refusal: `Completing the handoff`. */
  readonly what: string;
}

/** One act at a time of one control: busy while it runs, and a refusal in words, with everything as it was before. */
export class Act {
  isBusy = $state(false);
  /** What was said of the attempt before, which says nothing any more once another is made. */
  #refusal: number | undefined;

  /** The result, or undefined when it was refused or another is still running. */
  async run<T>({ run, expect, done, what }: ActArguments<T>): Promise<T | undefined> {
    if (this.isBusy) return undefined;
    this.isBusy = true;
    if (this.#refusal !== undefined) toasts.dismiss(this.#refusal);
    this.#refusal = undefined;
    const expected = expect?.();
    try {
      const result = await run();
      expected?.settle();
      if (done !== undefined) toasts.say(typeof done === 'string' ? done : done(result));
      return result;
    } catch (error) {
      expected?.undo();
      this.#refusal = toasts.warn(`${what} did not work`, failureText(error));
      return undefined;
    } finally {
      this.isBusy = false;
    }
  }
}
