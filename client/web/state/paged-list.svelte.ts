import { untrack } from 'svelte';
import { nodesOf, type Page } from '../../api/pages.ts';
import type { LogEvent } from './feed.svelte.ts';
import { useKernel } from './kernel.svelte.ts';

/** How long further events are waited for before reading again, in milliseconds. */
const GATHER_MS = 60;

interface PagedListArguments<T> {
  readonly loadPage: (after: string | null) => Promise<Page<T>>;
  readonly idOf: (entry: T) => string;
  /** What the list is ordered by, as text of which the greatest stands first: mostly a moment, as ISO text. */
  readonly momentOf: (entry: T) => string;
  readonly touchedBy: (event: LogEvent) => boolean;
}

/**
 * A long list, newest first, read page by page as it is scrolled. An event has the first page read again and put in the
 * place of what was there; entries further down keep their places.
 */
export class PagedList<T> {
  entries = $state.raw<readonly T[]>([]);
  totalCount = $state(0);
  error = $state.raw<unknown>();
  isLoading = $state(true);
  #args: PagedListArguments<T>;
  #after: string | null = null;
  #turn = 0;
  #isReadingMore = false;
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
        this.#turn += 1;
      };
    });
  }

  get hasMore(): boolean {
    return this.entries.length < this.totalCount;
  }

  /** Begins again with the first page. What was shown stays until the answer is there. */
  async readAnew(): Promise<void> {
    this.isLoading = true;
    await this.#read(null, (page) => this.#show(nodesOf(page), page));
    this.isLoading = false;
  }

  /** Reads the next page, once at a time. */
  async readMore(): Promise<void> {
    if (this.#isReadingMore || this.#after === null) return;
    this.#isReadingMore = true;
    await this.#read(this.#after, (page) =>
      this.#show(this.#withoutRepeats([...this.entries, ...nodesOf(page)]), page),
    );
    this.#isReadingMore = false;
  }

  #show(entries: readonly T[], { pageInfo, totalCount }: Page<T>): void {
    this.entries = entries;
    this.totalCount = totalCount ?? entries.length;
    this.#after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
  }

  #refreshSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(null, (page) => this.#putFirst(page)), GATHER_MS);
  }

  #putFirst(page: Page<T>): void {
    const first = nodesOf(page);
    const last = first.at(-1);
    if (!page.pageInfo.hasNextPage || last === undefined) return this.#show(first, page);
    const { momentOf } = this.#args;
    const below = this.entries.filter((entry) => momentOf(entry) < momentOf(last));
    this.entries = this.#withoutRepeats([...first, ...below]);
    this.totalCount = page.totalCount ?? this.entries.length;
  }

  #withoutRepeats(entries: readonly T[]): readonly T[] {
    return [...new Map(entries.toReversed().map((entry) => [this.#args.idOf(entry), entry])).values()].reverse();
  }

  async #read(after: string | null, show: (page: Page<T>) => void): Promise<void> {
    if (after === null) this.#turn += 1;
    const turn = this.#turn;
    try {
      const page = await this.#args.loadPage(after);
      if (turn !== this.#turn) return;
      show(page);
      this.error = undefined;
    } catch (error) {
      if (turn === this.#turn) this.error = error;
    }
  }
}
