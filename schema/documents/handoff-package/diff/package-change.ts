import type { HandoffPackageV1 } from '../v1.ts';

/** One difference between two packages. `before` and `after` are text for people; null where there is nothing. */
export interface PackageChange {
  readonly kind: 'added' | 'removed' | 'changed';
  /** Top-level key of the document, such as `decisions`. */
  readonly section: keyof HandoffPackageV1;
  /** Where inside the document, as in `work.goal` or `decisions[].rationale`. */
  readonly path: string;
  /** What differs, in words: `decision`, `work goal`, `blocker "no staging access": severity`. */
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The item of a list that it is about, by where it stands in either document; null for a single field or an order. */
  readonly item: ChangedItem | null;
}

/** Positions from 0 in the list of each document; null in the one that does not have the item. */
export interface ChangedItem {
  readonly before: number | null;
  readonly after: number | null;
}
