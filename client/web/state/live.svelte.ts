import { untrack } from 'svelte';
import type { LogEvent } from './feed.svelte.ts';
import { useKernel } from './kernel.svelte.ts';

/** How long further events are waited for before reading again, in milliseconds: a command often makes several. */
const GATHER_MS = 40;

interface LiveArguments<T> {
  readonly load: () => Promise<T>;
  /** Whether an event may have changed what was read. */
  readonly touchedBy: (event: LogEvent) => boolean;
}

/**
 * Something read from the server that stays true: it is read again whenever an event touches it, one reading at a time,
 * and what is shown stays until the new answer is there. `args` is tracked: what it depends on begins a new reading.
 */
export class Live<T> {
  data = $state.raw<T | undefined>();
  error = $state.raw<unknown>();
  isLoading = $state(true);
  #load: () => Promise<T>;
  #turn = 0;
  #isReading = false;
  #isStale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(args: () => LiveArguments<T>) {
    const { feed } = useKernel();
    this.#load = untrack(args).load;
    $effect(() => {
      const { load, touchedBy } = args();
      this.#load = load;
      untrack(() => this.#begin());
      const stop = feed.listen((event) => {
        if (event === null || touchedBy(event)) this.#refreshSoon();
      });
      return () => {
        stop();
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#turn += 1;
        this.#isReading = false;
      };
    });
  }

  /** Reads again now, or once the present reading ends. */
  async refresh(): Promise<void> {
    if (this.#isReading) {
      this.#isStale = true;
      return;
    }
    await this.#read();
  }

  /** Shows `data` until the next reading: the answer to an act, before the server has given it. */
  show(data: T): void {
    this.data = data;
  }

  #begin(): void {
    this.#turn += 1;
    this.isLoading = true;
    this.error = undefined;
    void this.#read();
  }

  /** Not put off by what follows: where events never rest, what they change is still shown as it goes. */
  #refreshSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.refresh();
    }, GATHER_MS);
  }

  async #read(): Promise<void> {
    const turn = this.#turn;
    this.#isReading = true;
    this.#isStale = false;
    try {
      const data = await this.#load();
      if (turn !== this.#turn) return;
      this.data = data;
      this.error = undefined;
    } catch (error) {
      if (turn !== this.#turn) return;
      this.error = error;
    }
    this.isLoading = false;
    this.#isReading = false;
    if (this.#isStale) await this.#read();
  }
}

export const live = <T>(args: () => LiveArguments<T>): Live<T> => new Live(args);
