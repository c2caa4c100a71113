import type { Tail } from './tail.ts';

/** How far a tail was followed. */
export interface Step {
  /** Everything before this goes. */
  readonly at: number;
  /** False where the secret may go on behind the text at hand. */
  readonly done: boolean;
  /** What stays (a closing quote) before `next` goes on. */
  readonly keep?: number;
  readonly next?: Tail;
}

/** A tail that ended at `at`, unless that is where the text at hand ends. */
export const step = (text: string, at: number, final: boolean): Step => ({ at, done: final || at < text.length });
