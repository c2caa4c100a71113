import { createSubscriber } from 'svelte/reactivity';

/** How often what is relative to now is written anew, in milliseconds. */
const TICK_MS = 20_000;

/** The present, for what is shown relative to it; it moves only while something on the page looks. */
class Clock {
  readonly #subscribe = createSubscriber((update) => {
    const timer = setInterval(update, TICK_MS);
    return () => clearInterval(timer);
  });

  get now(): Date {
    this.#subscribe();
    return new Date();
  }
}

export const clock = new Clock();
