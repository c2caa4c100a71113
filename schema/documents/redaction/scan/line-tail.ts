import { step, type Step } from './step.ts';

const QUOTES = '"\'`';

/**
 * The end of a header's value: the line's, also where the line is written with escapes, or the quote that closes the
 * text it stands in. Quotes right behind `=` belong to a parameter.
 */
export function lineEnd(text: string, at: number, final: boolean): Step {
  let end = at;
  while (end < text.length) {
    const character = text[end]!;
    if (character === '\n' || character === '\r') break;
    const isLast = end + 1 === text.length && !final;
    if (isLast && (character === '=' || character === '\\')) return { at: end, done: false };
    if (character === '\\') {
      if (/[nrt]/.test(text[end + 1] ?? '')) break;
      end += 2;
    } else if (character === '=' && QUOTES.includes(text[end + 1] ?? ' ')) {
      const closing = quoteEnd(text, end + 2, text[end + 1]!);
      if (closing === -1 && !final && !text.includes('\n', end)) return { at: end, done: false };
      if (closing === -1) break;
      end = closing + 1;
    } else if (QUOTES.includes(character)) break;
    else end += 1;
  }
  return step(text, Math.min(end, text.length), final);
}

/** Index of the quote that closes on the same line; -1 where none does. */
function quoteEnd(text: string, at: number, quote: string): number {
  const closing = text.indexOf(quote, at);
  const line = text.indexOf('\n', at);
  return line !== -1 && line < closing ? -1 : closing;
}
