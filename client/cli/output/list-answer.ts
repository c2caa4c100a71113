import type { Entries } from '../../api/pages.ts';
import type { Answer } from './answer.ts';
import { type Column, table } from './table.ts';

/** Entries shown when nothing else is asked for. */
export const DEFAULT_LIMIT = 100;

/**
 * A list as an answer: `{"<noun>s": […], "totalCount", "hasMore"}`, or a table. A list that was cut short says so beside
 * the table, so that nobody takes a part for the whole.
 */
export function listAnswer<T>(
  name: string,
  { entries, totalCount, hasMore }: Entries<T>,
  columns: readonly Column<NoInfer<T>>[],
): Answer {
  const of = totalCount === undefined ? '' : ` of ${totalCount}`;
  return {
    json: { [name]: entries, ...(totalCount === undefined ? {} : { totalCount }), hasMore },
    text: (view) => (entries.length === 0 && view.isTerminal ? `no ${spaced(name)}\n` : table(columns, entries, view)),
    notes: hasMore ? [`${entries.length}${of} shown; --limit shows more`] : [],
  };
}

const spaced = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
