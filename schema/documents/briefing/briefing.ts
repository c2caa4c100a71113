import type { CuttableSection } from './cut-order.ts';

/** A text that is never dropped, and clipped only when it alone is too long. */
export type KeptText = 'work' | 'goal' | 'objective' | 'purpose';

/** What one section lost. `kept` items are shown, the `omitted` ones after them are not. */
export interface BriefingCut {
  readonly section: CuttableSection;
  readonly omitted: number;
  readonly kept: number;
}

/** The text a runtime is handed, and what it does not say. The same input gives the same bytes. */
export interface Briefing {
  readonly text: string;
  /** UTF-8 bytes of `text`; never more than the budget. */
  readonly bytes: number;
  /** SHA-256 of those bytes, in hex. */
  readonly sha256: string;
  /** In the order in which sections are given up; empty when everything fitted. */
  readonly cuts: readonly BriefingCut[];
  readonly clipped: readonly KeptText[];
}
