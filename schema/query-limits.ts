/** Deepest accepted nesting of a query. */
export const MAX_DEPTH = 12;
/** Highest accepted cost of a query: one per field, times the page size for lists. */
export const MAX_COMPLEXITY = 10_000;
/** Most fields (and so aliases) accepted in one query. */
export const MAX_BREADTH = 400;
/** Entries of a page when the caller names no number, and the most it may name. */
export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;
