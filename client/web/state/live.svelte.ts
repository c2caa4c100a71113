import { untrack } from 'svelte';
import type { Expected } from './expected.ts';
import type { LogEvent } from './feed.svelte.ts';
import { useKernel } from './kernel.svelte.ts';

/** How long further events are waited for before reading again, in milliseconds: a command often makes several. */
const GATHER_MS = 40;

interface LiveArguments<T> {
  readonly load: () => Promise<T>;
  /** Whether an event may have changed what was read. */
  readonly touchedBy: (event: LogEvent) => boolean;
}

/** A change that an act expects, shown over what was read. */
interface Change<T> {
  readonly apply: (data: T) => T;
  /** Whether the server has done it: the next reading holds it. */
  isDone: boolean;
}

/**
 * Something read from the server that stays true: it is read again whenever an event touches it, one reading at a time,
 * and what is shown stays until the new answer is there. `args` is tracked: what it depends on begins a new reading.
 */
export class Live<T> {
  #last = $state.raw<T | undefined>();
  #changes = $state.raw<readonly Change<T>[]>([]);
  /** What was read last, with what acts that are under way will make of it; undefined until the first reading. */
  data = $derived.by(() =>
    this.#last === undefined ? undefined : this.#changes.reduce<T>((data, { apply }) => apply(data), this.#last),
  );
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

  /**
   * Shows at once what an act will make of it. What is read while the act is under way, which may or may not hold it
   * already, takes nothing of that back.
   */
  expect(apply: (data: T) => T): Expected {
    const change: Change<T> = { apply, isDone: false };
    this.#changes = [...this.#changes, change];
    return {
      undo: () => (this.#changes = this.#changes.filter((one) => one !== change)),
      settle: () => {
        change.isDone = true;
        void this.refresh();
      },
    };
  }

  #begin(): void {
    this.#turn += 1;
    this.#changes = [];
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
    const held = this.#changes.filter(({ isDone }) => isDone);
    try {
      const data = await this.#load();
      if (turn !== this.#turn) return;
      this.#last = data;
      this.#changes = this.#changes.filter((change) => !held.includes(change));
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
