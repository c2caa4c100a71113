import type { ClaimedEntry } from '../../launches/launch-entry.ts';
import { reportTouchedFiles } from './report-touched-files.ts';

/** How long after a look the next one is due, in milliseconds, and in lengths of the look, where that is longer. */
const INTERVAL_MS = 30_000;
const REST = 10;

type Parts = Parameters<typeof reportTouchedFiles>[0];

/**
 * Reports now and then what a session that runs has touched, and where its repository stands, so that a package compiled
 * meanwhile knows of both. One look at a time, beside all else; a workspace that did not change is not reported again.
 */
export class WorkspaceWatch {
  readonly #parts: Parts;
  readonly #now: () => number;
  #looking: Promise<void> | undefined;
  #dueAt: number;
  #reported: string | undefined;

  /** `now` gives milliseconds by a clock that only goes forward. */
  constructor(parts: Parts, entry: ClaimedEntry, now: () => number) {
    this.#parts = parts;
    this.#now = now;
    this.#dueAt = now() + INTERVAL_MS;
    this.#reported = entry.baseTree;
  }

  /** Begins a look, if one is due. */
  lookIfDue(entry: ClaimedEntry): void {
    if (this.#looking === undefined && this.#now() >= this.#dueAt) this.#looking = this.#look(entry);
  }

  /** Returns once no look is under way: two would write to one index. */
  async settled(): Promise<void> {
    await this.#looking;
  }

  async #look(entry: ClaimedEntry): Promise<void> {
    const began = this.#now();
    this.#reported = (await reportTouchedFiles(this.#parts, entry, this.#reported)) ?? this.#reported;
    this.#dueAt = this.#now() + Math.max(INTERVAL_MS, REST * (this.#now() - began));
    this.#looking = undefined;
  }
}
