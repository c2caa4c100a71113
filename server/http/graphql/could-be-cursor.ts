/** Lists whose cursor is made of two columns instead of the id. */
const COMPOUND_LISTS: ReadonlySet<string> = new Set(['workspace']);
/** How the lists of rows write a cursor, before it is encoded: each column as a string. */
const ID_CURSOR = /^GPC:S:[^\0]*$/;
const COMPOUND_CURSOR = /^GPC:T:\["S:[^"\\]*","S:[^"\\]*"\]$/;
const ROW_CURSOR_PREFIX = 'GPC:';

/**
 * Whether the list of that name could have given this cursor. The library that reads cursors takes numbers, dates and
 * JSON in them as well, which no column of ours holds and the database layer answers with a fault. Lists with cursors of
 * another kind judge by themselves.
 */
export function couldBeCursor(list: string, cursor: string): boolean {
  const text = Buffer.from(cursor, 'base64').toString('utf8');
  if (!text.startsWith(ROW_CURSOR_PREFIX)) return true;
  return (COMPOUND_LISTS.has(list) ? COMPOUND_CURSOR : ID_CURSOR).test(text);
}
