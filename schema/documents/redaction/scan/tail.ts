import { markerAt, MAX_MARKER_LENGTH } from '../marker.ts';
import { flagsAt, runEnd, VALUE_END, WORD } from './alphabet.ts';
import { keyLineEnd, privateKeyEnd } from './private-key-tail.ts';
import { blockEnd } from './block-tail.ts';
import { lineEnd } from './line-tail.ts';
import { slashesEnd } from './slashes-end.ts';
import { step, type Step } from './step.ts';

/** How a secret that was found goes on. Its length has no limit, so a tail is followed through as many chunks as come. */
export type Tail =
  /** Characters with this flag, and the rest of the word they end in. */
  | { readonly kind: 'run'; readonly flag: number }
  /** An unquoted value. */
  | { readonly kind: 'value'; readonly stop: string }
  /** To the closing quote; `slashes` backslashes stand before it. */
  | { readonly kind: 'quote'; readonly quote: string; readonly slashes: number; readonly glued: boolean }
  /** What is glued to a value that was replaced, or to its closing quote. */
  | { readonly kind: 'glued' }
  /** What is left of a header's line, with the quotes of its parameters. */
  | { readonly kind: 'line' }
  | { readonly kind: 'private-key' }
  /** What is left of a full line of a private key, then the lines after it. */
  | { readonly kind: 'key-line' }
  /** The indented lines below a YAML key at column `level`. */
  | { readonly kind: 'block'; readonly level: number };

/** Longest name of a field, in characters. */
const MAX_NAME = 38;
/** How far a value looks ahead for a field behind it: a name, a marker within that, and what may stand before `=`. */
const FIELD_AHEAD = MAX_NAME + MAX_MARKER_LENGTH + 12;

/** Follows a tail from `at`. With `final` the text ends here; without it, a tail that meets the end is not done. */
export function followTail(tail: Tail, text: string, at: number, final: boolean): Step {
  switch (tail.kind) {
    case 'run':
      return step(text, runEnd(text, at, tail.flag | WORD), final);
    case 'value':
      return valueEnd(text, at, final, tail.stop);
    case 'glued':
      if (at >= text.length && !final) return { at, done: false };
      return isGlued(text, at) ? { at, done: true, next: { kind: 'value', stop: '' } } : { at, done: true };
    case 'quote':
      return quoteEnd(tail, text, at, final);
    case 'line':
      return lineEnd(text, at, final);
    case 'private-key':
      return privateKeyEnd(text, at, final);
    case 'key-line':
      return keyLineEnd(text, at, final);
    case 'block':
      return blockEnd(tail.level, text, at, final);
  }
}

const isGlued = (text: string, at: number) => text[at] === ';' || (flagsAt(text, at) & WORD) !== 0;

/** An unquoted value goes on over `;` unless the next field begins there, and ends before a marker. */
function valueEnd(text: string, at: number, final: boolean, stop: string): Step {
  let end = at;
  for (; end < text.length; end += 1) {
    if ((flagsAt(text, end) & VALUE_END) !== 0) break;
    const character = text[end]!;
    if (stop.includes(character)) break;
    if (character !== ';' && character !== '[' && character !== '\\') continue;
    if (!final && text.length - end < FIELD_AHEAD) return { at: end, done: false };
    if (character === '\\' && /[nrt"'\\]/.test(text[end + 1] ?? '')) break;
    if (character === '[' && markerAt(text, end) !== null) break;
    if (character === ';' && beginsField(text, end + 1)) break;
  }
  return step(text, end, final);
}

/** Whether `name=`, a blank or the end of the value follows. The name may end in a key that an earlier pass replaced. */
function beginsField(text: string, at: number): boolean {
  if (at >= text.length || (flagsAt(text, at) & VALUE_END) !== 0) return true;
  const name = runEnd(text, at, WORD, at + MAX_NAME);
  const end = markerAt(text, name)?.end ?? name;
  return end > at && /^ ?[\w ]{0,8}=/.test(text.slice(end, end + 10));
}

/** To the closing quote, over escaped ones; to the end of the text where none closes. */
function quoteEnd(tail: Tail & { kind: 'quote' }, text: string, at: number, final: boolean): Step {
  const { quote, slashes } = tail;
  const first = quote.charCodeAt(0);
  let end = at;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code === 92) {
      const after = slashesEnd(text, end);
      if (after + quote.length > text.length && !final)
        return { at: slashes === 0 ? after - ((after - end) % 2) : end, done: false };
      if (slashes > 0 && after - end <= slashes && text.startsWith(quote, after)) return closed(tail, end, after);
      end = slashes === 0 && (after - end) % 2 === 1 ? after + 1 : after;
    } else if (code === first) {
      if (end + quote.length > text.length && !final) return { at: end, done: false };
      if (text.startsWith(quote, end)) return closed(tail, end, end);
      end += 1;
    } else end += 1;
  }
  return { at: Math.min(end, text.length), done: final };
}

function closed({ quote, glued }: Tail & { kind: 'quote' }, end: number, quoteAt: number): Step {
  if (!glued) return { at: end, done: true };
  return { at: end, done: true, keep: quoteAt + quote.length, next: { kind: 'glued' } };
}
