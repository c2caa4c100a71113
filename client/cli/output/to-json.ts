import { randomUUID } from 'node:crypto';
import { printableJson } from './printable.ts';

/** JSON text that is put into the output as it is, byte for byte: the stored document that a hash was computed over. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * JSON for `--json`, indented, with RawJson spliced in verbatim. Control characters that JSON allows raw are escaped in
 * our own strings; in spliced text only for a terminal, where its exact bytes serve nobody and could move the cursor.
 */
export function toJson(value: unknown, isTerminal: boolean): string {
  const marker = randomUUID();
  const raw: string[] = [];
  const withPlaces = JSON.stringify(
    value,
    (_key, entry: unknown) => {
      if (!(entry instanceof RawJson)) return entry;
      raw.push(isTerminal ? printableJson(entry.text) : entry.text);
      return `${marker}:${raw.length - 1}`;
    },
    2,
  );
  const places = new RegExp(`"${marker}:(\\d+)"`, 'g');
  return printableJson(withPlaces).replace(places, (_match, index: string) => raw[Number(index)] ?? 'null');
}
