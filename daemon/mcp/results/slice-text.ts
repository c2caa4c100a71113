import { jsonBytes } from './result-limits.ts';

/** A part of a text, from `offset` on. Offsets count UTF-16 units, as JavaScript does. */
export interface TextSlice {
  readonly text: string;
  /** Where the next part begins; null at the end. */
  readonly nextOffset: number | null;
}

/**
 * The longest part of `text` from `offset` on that takes at most `maxBytes` as JSON. Ends after a line where one ends in
 * its second half, and never inside a character. At least one character is given, so that paging always gets on.
 */
export function sliceText(text: string, offset: number, maxBytes: number): TextSlice {
  const start = Math.min(offset, text.length);
  if (jsonBytes(text.slice(start)) <= maxBytes) return { text: text.slice(start), nextOffset: null };
  const end = onLine(text, start, longestEnd(text, start, maxBytes));
  return { text: text.slice(start, end), nextOffset: end };
}

/** The furthest end that fits, by halving: bytes grow with the end. */
function longestEnd(text: string, start: number, maxBytes: number): number {
  let fits = start;
  let tooFar = Math.min(text.length, start + maxBytes) + 1;
  while (tooFar - fits > 1) {
    const middle = (fits + tooFar) >> 1;
    if (jsonBytes(text.slice(start, middle)) <= maxBytes) fits = middle;
    else tooFar = middle;
  }
  return splitsPair(text, fits) ? fits - 1 : fits;
}

function onLine(text: string, start: number, end: number): number {
  if (end === start) return start + (splitsPair(text, start + 1) ? 2 : 1);
  const line = text.lastIndexOf('\n', end - 1) + 1;
  return line > start + (end - start) / 2 ? line : end;
}

const splitsPair = (text: string, at: number): boolean =>
  /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1)) && /[\uD800-\uDBFF]$/.test(text.slice(0, at).slice(-1));
