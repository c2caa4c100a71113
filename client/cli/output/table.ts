import { clipped, displayWidth } from './display-width.ts';
import { printableLine } from './printable.ts';
import type { View } from './view.ts';

/** One column: what it holds, and optionally a shorter form for a terminal. */
export interface Column<T> {
  readonly title: string;
  value(row: T): string | number | null | undefined;
  short?(row: T): string;
}

const GAP = '  ';
const NARROWEST_LAST_COLUMN = 16;

/**
 * Rows as text. On a terminal: a header and aligned columns, the last one clipped to the width. Otherwise one row a
 * line, whole values separated by tabs and no header, so that cut, sort and awk need no options.
 */
export function table<T>(columns: readonly Column<NoInfer<T>>[], rows: readonly T[], view: View): string {
  const cells = rows.map((row) => columns.map((column) => cellOf(column, row, view)));
  if (!view.isTerminal) return cells.map((line) => `${line.join('\t')}\n`).join('');
  const titles = columns.map((column) => column.title);
  const widths = titles.map((title, i) => Math.max(title.length, ...cells.map((line) => displayWidth(line[i] ?? ''))));
  const last = widths.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + GAP.length, 0);
  widths[last] = Math.min(widths[last] ?? 0, Math.max(NARROWEST_LAST_COLUMN, view.columns - before));
  const header = view.colours.dim(aligned(titles, widths));
  return [header, ...cells.map((line) => aligned(line, widths))].map((line) => `${line}\n`).join('');
}

function cellOf<T>(column: Column<T>, row: T, view: View): string {
  const value = view.isTerminal && column.short !== undefined ? column.short(row) : column.value(row);
  return printableLine(String(value ?? ''));
}

function aligned(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, i) => {
      const text = clipped(cell, widths[i] ?? 0);
      return i === cells.length - 1 ? text : text + ' '.repeat((widths[i] ?? 0) - displayWidth(text));
    })
    .join(GAP)
    .trimEnd();
}
