/** Remembers the entry that is read, so that what comes and goes above it does not move it on the screen. */
export class Anchor<T> {
  readonly #keyOf: (entry: T) => string;
  #held: { readonly key: string; readonly at: number } | undefined;

  constructor(keyOf: (entry: T) => string) {
    this.#keyOf = keyOf;
  }

  /** Holds the entry in a place of the list; nothing is held where there is none. */
  hold(entry: T | undefined, at: number): void {
    this.#held = entry === undefined ? undefined : { key: this.#keyOf(entry), at };
  }

  /** By how many places the held entry has moved; `entries` begin in place `start`. It is then held where it is now. */
  moved(entries: readonly T[], start: number): number {
    const held = this.#held;
    if (held === undefined) return 0;
    const found = entries.findIndex((entry) => this.#keyOf(entry) === held.key);
    if (found < 0) return 0;
    this.#held = { key: held.key, at: start + found };
    return start + found - held.at;
  }
}
