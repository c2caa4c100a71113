import { makeVisible } from '#schema/documents/text/make-visible.ts';
import { jsonBytes, MAX_TEXT_BYTES } from './result-limits.ts';
import { sliceText } from './slice-text.ts';

/** What ends a text that was cut. */
const CUT = ' [cut]';

/** One page of a list, and where the next begins; null at the end. */
export interface FittedItems<T> {
  readonly items: readonly T[];
  readonly nextOffset: number | null;
}

/** The items from `offset` on that fit into `maxBytes` as JSON; always at least one. */
export function fitItems<T>(items: readonly T[], offset: number, maxBytes: number): FittedItems<T> {
  let bytes = 0;
  let end = offset;
  for (; end < items.length; end += 1) {
    bytes += jsonBytes(items[end]) + 1;
    if (bytes > maxBytes && end > offset) break;
  }
  return { items: items.slice(offset, end), nextOffset: end < items.length ? end : null };
}

/** A text that somebody wrote as a field of a result: hidden characters spelled out, and cut when it is very long. */
export function shortText(text: string, maxBytes = MAX_TEXT_BYTES): string {
  const { text: head, nextOffset } = sliceText(makeVisible(text), 0, maxBytes);
  return nextOffset === null ? head : head + CUT;
}
