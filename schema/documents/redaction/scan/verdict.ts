import type { RedactionClass } from '../classes.ts';
import type { Tail } from './tail.ts';

/** The text at hand ends before it can be told; more of it, or its end, has to come first. */
export const NEED_MORE = 'need-more';

/** A secret that begins at `from`. What stands before it, from where the rule was asked, is kept as it is. */
export interface Secret {
  readonly from: number;
  /** The secret reaches at least to here; `tail` says how it goes on. */
  readonly to: number;
  /** Null where a marker stands already and only what is glued to it goes. */
  readonly name: RedactionClass | null;
  readonly tail: Tail;
  /** The column of a YAML key whose block begins on the next line. */
  readonly blockBelow?: number;
}

/** A stretch that is known to hold no secret and is not looked into. */
export interface Plain {
  readonly keepTo: number;
}

export type Verdict = Secret | Plain | typeof NEED_MORE | null;

export const isSecret = (verdict: Verdict): verdict is Secret =>
  verdict !== null && verdict !== NEED_MORE && 'from' in verdict;
