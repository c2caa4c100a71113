import { markerAt, markerOf, MAX_MARKER_LENGTH } from '../marker.ts';

/** Shorter values are words and numbers that stand everywhere. */
const MIN_LENGTH = 8;

interface Table {
  /** By first character, longest first. */
  readonly byFirst: ReadonlyMap<number, readonly string[]>;
  readonly firsts: Uint8Array;
}

/** Callers pass the same list with every text; its table is made once. */
const tables = new WeakMap<readonly string[], Table>();

/** Replaces values that are known to be secret, wherever they stand and in the ways they are usually written. */
export class KnownValues {
  /** How many were replaced. */
  count = 0;
  #text = '';
  readonly #table: Table;

  /** `values` shorter than 8 characters are left out. */
  constructor(values: readonly string[]) {
    this.#table = tables.get(values) ?? tableOf(values);
    tables.set(values, this.#table);
  }

  push(chunk: string): string {
    this.#text += chunk;
    return this.#scan(false);
  }

  end(): string {
    return this.#scan(true);
  }

  #scan(final: boolean): string {
    const text = this.#text;
    let out = '';
    let kept = 0;
    let at = 0;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === 91) {
        if (!final && text.length - at < MAX_MARKER_LENGTH) break;
        const marker = markerAt(text, at);
        if (marker !== null) {
          at = marker.end;
          continue;
        }
      }
      const length = this.#table.firsts[code] === 1 ? this.#lengthAt(text, at, final) : 0;
      if (length === undefined) break;
      if (length > 0) {
        out += text.slice(kept, at) + markerOf('environment');
        kept = at + length;
        this.count += 1;
      }
      at += length || 1;
    }
    this.#text = text.slice(at);
    return out + text.slice(kept, at);
  }

  /** The length of the value at `at`: 0 for none, undefined where more text could complete one. */
  #lengthAt(text: string, at: number, final: boolean): number | undefined {
    for (const value of this.#table.byFirst.get(text.charCodeAt(at)) ?? []) {
      if (text.startsWith(value, at)) return value.length;
      if (!final && text.length - at < value.length && value.startsWith(text.slice(at))) return undefined;
    }
    return 0;
  }
}

function tableOf(values: readonly string[]): Table {
  const written = new Set(values.filter((value) => value.length >= MIN_LENGTH).flatMap(writtenForms));
  const byFirst = new Map<number, string[]>();
  const firsts = new Uint8Array(1 << 16);
  for (const value of [...written].sort((a, b) => b.length - a.length)) {
    const first = value.charCodeAt(0);
    byFirst.set(first, [...(byFirst.get(first) ?? []), value]);
    firsts[first] = 1;
  }
  return { byFirst, firsts };
}

/** As it is, within JSON, and within a URL. */
function writtenForms(value: string): string[] {
  const inUrl = value.isWellFormed() ? encodeURIComponent(value) : value;
  return [value, JSON.stringify(value).slice(1, -1), inUrl];
}
