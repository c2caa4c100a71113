/** What arrives by calls, to be read in order by one reader, who waits for it. */
export class Arrivals<T> implements AsyncIterable<T> {
  readonly #waiting: T[] = [];
  #end: { readonly error?: unknown } | undefined;
  #ring: (() => void) | undefined;

  add(value: T): void {
    this.#waiting.push(value);
    this.#ring?.();
  }

  /** Nothing more comes. What waits is still read. A second end changes nothing. */
  end(): void {
    this.#end ??= {};
    this.#ring?.();
  }

  /** As `end`; the reader then gets the error. */
  fail(error: unknown): void {
    this.#end ??= { error };
    this.#ring?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for (;;) {
      while (this.#waiting.length > 0) yield this.#waiting.shift() as T;
      if (this.#end !== undefined) break;
      await new Promise<void>((resolve) => (this.#ring = resolve));
    }
    if ('error' in this.#end) throw this.#end.error;
  }
}
