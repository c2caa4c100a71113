import { type RedactionCounts, totalOf } from '#schema/documents/redaction/classes.ts';

/** What a person is told whose text held secrets; empty where it held none. */
export function redactionsNote(counts: RedactionCounts): string {
  const total = totalOf(counts);
  if (total === 0) return '';
  const classes = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  const what = total === 1 ? '1 secret was' : `${total} secrets were`;
  return `note: ${what} replaced before anything was stored: ${classes.join(', ')}`;
}
