import type { Measurement } from './benchmark.ts';

const headings = ['what', 'value', 'unit', 'ratio', 'against'];

/** The measurements as a table of plain text: words to the left, numbers to the right. */
export function renderTable(measurements: readonly Measurement[]): string {
  const rows = [headings, ...measurements.map(cells)];
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => pad(cell, column, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cells({ name, value, unit, ratio, against }: Measurement): string[] {
  return [name, significant(value), unit, ratio === undefined ? '' : ratio.toFixed(2), against ?? ''];
}

function pad(cell: string, column: number, width: number): string {
  return column === 1 || column === 3 ? cell.padStart(width) : cell.padEnd(width);
}

/** Three figures are more than such a measurement knows; a large number keeps its digits. */
function significant(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
