import type { CuttableSection } from './cut-order.ts';
import type { KeptText } from './briefing.ts';

/** A section as it would be shown whole: every item ends in a newline. */
export interface BriefingSection {
  readonly heading: string;
  readonly items: readonly string[];
}

/** Everything a briefing is made of, rendered but not yet cut. */
export interface BriefingParts {
  /** Texts that stay, in their order, each with what is printed around it. */
  readonly kept: readonly { readonly name: KeptText; readonly before: string; readonly text: string }[];
  readonly sections: Readonly<Record<CuttableSection, BriefingSection>>;
  /** What the package itself does not carry; empty when it is complete. */
  readonly packageNote: string;
}
