import { displayWidth } from './display-width.ts';
import { printable } from './printable.ts';
import type { View } from './view.ts';

/** A named value of one object; what is null, undefined or empty is left out. */
export type Field = readonly [name: string, value: string | number | boolean | null | undefined | readonly string[]];

/** One object as `name  value` lines; lists get one indented line an entry, long texts keep their lines. */
export function fields(pairs: readonly Field[], view: View): string {
  const shown = pairs.filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && !isEmptyList(value),
  );
  const width = Math.max(0, ...shown.map(([name]) => displayWidth(name)));
  return shown
    .map(([name, value]) => `${view.colours.dim(name.padEnd(width))}  ${textOf(value, width + 2)}\n`)
    .join('');
}

const isEmptyList = (value: Field[1]): boolean => Array.isArray(value) && value.length === 0;

function textOf(value: Field[1], indent: number): string {
  const text = Array.isArray(value) ? value.map((entry) => `- ${String(entry)}`).join('\n') : String(value);
  return printable(text).replaceAll('\n', `\n${' '.repeat(indent)}`);
}
