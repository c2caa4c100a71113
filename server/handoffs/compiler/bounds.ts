import { packageBounds } from '#schema/documents/handoff-package/bounds.ts';

/** What one list of the package carries, and how many it leaves out. */
export interface Bounded<T> {
  readonly items: readonly T[];
  readonly omitted: number;
}

/** How many decisions, artifacts and files are read and carried at most; a list that was cut says how many it lost. */
export const bounds = packageBounds;

/** The first `limit` of the rows that were read, of `total` that there are. */
export function bounded<T>(rows: readonly T[], total: number, limit: number): Bounded<T> {
  const items = rows.slice(0, limit);
  return { items, omitted: total - items.length };
}
