import { untrack } from 'svelte';
import { nodesOf, type Page } from '../../../api/pages.ts';
import type { LogEvent } from '../feed.svelte.ts';
import { useKernel } from '../kernel.svelte.ts';
import { around, joined, missingPart, type PartOfList, type Sight, STEP } from './part-of-list.ts';

/** How long further events are waited for before reading again, in milliseconds. */
const GATHER_MS = 60;
const FIRST_SIGHT: Sight = { from: 0, to: STEP / 2 };

interface PagedListArguments<T> {
  readonly loadPage: (offset: number, count: number) => Promise<Page<T>>;
  readonly idOf: (entry: T) => string;
  readonly touchedBy: (event: LogEvent) => boolean;
}

/**
 * A long list of which only the part around the sight is held, however far one scrolls: the rest is read when one comes
 * to it. An event has the part in sight read again, as it is then; what is shown stays until the answer is there.
 */
export class PagedList<T> {
  part = $state.raw<PartOfList<T>>({ start: 0, entries: [] });
  totalCount = $state(0);
  error = $state.raw<unknown>();
  isLoading = $state(true);
  #args: PagedListArguments<T>;
  #sight = FIRST_SIGHT;
  /** Counts what was asked for; an answer to an earlier question is not shown. */
  #turn = 0;
  #isFilling = false;
  #isStale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(args: () => PagedListArguments<T>) {
    const { feed } = useKernel();
    this.#args = untrack(args);
    $effect(() => {
      this.#args = args();
      untrack(() => void this.readAnew());
      const stop = feed.listen((event) => {
        if (event === null || this.#args.touchedBy(event)) this.#refreshSoon();
      });
      return () => {
        stop();
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#turn += 1;
      };
    });
  }

  /** The entry in a place; undefined while it is not held. */
  at(place: number): T | undefined {
    return this.part.entries[place - this.part.start];
  }

  /** Begins again at the top. What was shown stays until the answer is there. */
  async readAnew(): Promise<void> {
    this.#turn += 1;
    this.#sight = FIRST_SIGHT;
    this.#isFilling = false;
    this.isLoading = true;
    await this.#fill(true);
    this.isLoading = false;
  }

  /** Told what is in sight: reads what of it is missing and lets go of what is far from it. */
  see(sight: Sight): void {
    this.#sight = sight;
    void this.#fill(false);
  }

  /** Not put off by what follows: a list that never rests is shown as it goes. */
  #refreshSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#fill(true);
    }, GATHER_MS);
  }

  /** One reading at a time, until nothing in sight is missing. `anew` reads what is in sight whether it is held or not. */
  async #fill(anew: boolean): Promise<void> {
    if (anew) this.#isStale = true;
    if (this.#isFilling) return;
    const turn = this.#turn;
    this.#isFilling = true;
    try {
      while (turn === this.#turn && (await this.#readNext(turn)));
      if (turn === this.#turn) this.error = undefined;
    } catch (error) {
      if (turn === this.#turn) this.error = error;
    }
    if (turn === this.#turn) this.#isFilling = false;
  }

  /** Whether there was something to read. */
  async #readNext(turn: number): Promise<boolean> {
    const isAnew = this.#isStale;
    const sight = this.#sight;
    const wanted = isAnew
      ? around(sight, Math.max(this.totalCount, sight.to))
      : missingPart(this.part, sight, this.totalCount);
    if (wanted === undefined) return false;
    this.#isStale = false;
    const page = await this.#args.loadPage(wanted.offset, wanted.count);
    if (turn !== this.#turn) return false;
    const read = { start: wanted.offset, entries: nodesOf(page) };
    this.totalCount = page.totalCount ?? read.start + read.entries.length;
    const next = isAnew ? read : joined(this.part, read, this.#sight);
    // The list moved between two readings: what is in sight is read again, in one.
    if (this.#repeats(next)) this.#isStale = true;
    else this.part = next;
    return read.entries.length > 0;
  }

  #repeats({ entries }: PartOfList<T>): boolean {
    return new Set(entries.map((entry) => this.#args.idOf(entry))).size < entries.length;
  }
}
