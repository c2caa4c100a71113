import type { RedactionClass } from '../classes.ts';
import { type Form, isCapital, isSecretValue, type Phrase } from '../names/judge-value.ts';
import { kindOfName, type NameKind } from '../names/secret-name.ts';
import { holdsMarker, markerAt, MAX_MARKER_LENGTH } from '../marker.ts';
import { followTail } from '../scan/tail.ts';
import { slashesEnd } from '../scan/slashes-end.ts';
import { NEED_MORE, type Secret, type Verdict } from '../scan/verdict.ts';
import { matchHeader } from './match-header.ts';
import { matchShape } from './match-shape.ts';
import { separatorAt, type Separator } from './separator.ts';

/** How much of a value is judged, in characters; what is longer is no word and no path. */
const JUDGED = 512;
const QUOTE = /"""|'''|["'`]/y;
/** Deepest YAML key whose block is found; the scanner keeps as much of what it has passed. */
const MAX_COLUMN = 120;
/** The head of a YAML block, up to its comment. */
const BLOCK = /[|>][1-9+-]{0,2}(?=[ \t]*(?:#[^\n]*)?\r?(?:\n|$))/y;

export interface Name {
  readonly from: number;
  readonly to: number;
  /** The word before it, for names of two words; empty where there is none. */
  readonly before: string;
  /** The character before it; empty at the beginning. */
  readonly preceding: string;
  /** For `value` beside `"name": "API_KEY"`: the name that counts. */
  readonly standsFor?: string;
  /** What stands before this was replaced. */
  readonly floor: number;
}

/** A value that a secret-named key gives: in env files, JSON, YAML, TOML, XML, code, flags, queries and headers. */
export function matchAssignment(text: string, name: Name, final: boolean): Verdict {
  const written = name.standsFor ?? text.slice(name.from, name.to);
  const kind = kindOfName(written, name.before);
  if (kind === null) return null;
  const separator = separatorAt(text, name.to, final, written.startsWith('--'));
  if (separator === null || separator === NEED_MORE) return separator;
  if (separator.sign === '>' && name.preceding !== '<') return null;
  if (!final && text.length - separator.valueAt < MAX_MARKER_LENGTH) return NEED_MORE;
  const { valueAt, sign } = separator;
  if (isClosingQuote(text, name, separator)) return null;
  if (sign === ':' && /[|>]/.test(text[valueAt] ?? '')) return matchBlock(text, name, valueAt, final);
  const header =
    kind === 'authorization' || kind === 'cookie'
      ? matchHeader(text, valueAt, { kind, preceding: name.preceding }, final)
      : null;
  return header ?? matchValue(text, { written, kind, separator, preceding: name.preceding }, final);
}

/** A YAML block: its indicators go at once, the lines below with the end of this one, and the comment stays. */
function matchBlock(text: string, name: Name, at: number, final: boolean): Verdict {
  const column = columnOf(text, name);
  if (column === null) return null;
  if (!final && !text.includes('\n', at) && text.length - at < JUDGED) return NEED_MORE;
  BLOCK.lastIndex = at;
  if (!BLOCK.test(text)) return null;
  return { from: at, to: BLOCK.lastIndex, name: 'assignment', tail: { kind: 'run', flag: 0 }, blockBelow: column };
}

/** The column of a key before which nothing but indentation, a list's dashes and quotes stands on its line; else null. */
function columnOf(text: string, { from: keyAt, floor }: Name): number | null {
  let line = keyAt;
  while (line > floor && keyAt - line < MAX_COLUMN && /[ \t"'-]/.test(text[line - 1]!)) line -= 1;
  if (line === floor || text[line - 1] !== '\n') return null;
  return keyAt - line - (/["']/.test(text[keyAt - 1] ?? '') ? 1 : 0);
}

/** What may follow a quote that closes. */
const BEHIND_QUOTE = /^(?:$|[\s.,;:)!?|])/;

/** `API_TOKEN=` between quotes names a variable and gives no value: the quote behind it is the one that closes. */
function isClosingQuote(text: string, { to, preceding }: Name, { sign, isSpaced, valueAt }: Separator): boolean {
  if (isSpaced || sign !== '=' || text[to] !== '=' || !/^["'`]/.test(text[valueAt] ?? '')) return false;
  const next = text.slice(valueAt + 1, valueAt + 2);
  return text[valueAt] === preceding ? BEHIND_QUOTE.test(next) : text[valueAt] === '`' && /^\s/.test(next);
}

interface Given {
  readonly written: string;
  readonly kind: NameKind;
  readonly separator: Separator;
  readonly preceding: string;
}

function matchValue(text: string, given: Given, final: boolean): Verdict {
  const { valueAt } = given.separator;
  const slashes = slashesEnd(text, valueAt) - valueAt;
  QUOTE.lastIndex = valueAt + slashes;
  const quote = QUOTE.exec(text)?.[0];
  if (quote === undefined) return slashes > 0 ? null : matchUnquoted(text, given, final);
  const from = valueAt + slashes + quote.length;
  const tail = { kind: 'quote', quote, slashes, glued: isStrict(given) } as const;
  const marker = markerAt(text, from);
  if (marker !== null) return residue(text, marker, marker.end, isStrict(given) ? tail : null, quote);
  const end = followTail({ ...tail, glued: false }, text, from, final);
  const isLong = end.at - from > JUDGED;
  if (!end.done && !isLong) return NEED_MORE;
  const value = text.slice(from, Math.min(end.at, from + JUDGED));
  const isWhole = !isLong && end.at < text.length && !/[\r\n]/.test(value);
  const phrase = isWhole ? phraseOf(given) : 'no';
  const judged = { name: given.written, kind: given.kind, form: 'quoted', phrase, after: '' } as const;
  if (holdsMarker(value) || !isSecretValue(unescaped(value), judged)) return null;
  return { from, to: from, name: classOf(text, from, given.kind), tail };
}

function matchUnquoted(text: string, given: Given, final: boolean): Verdict {
  const { valueAt } = given.separator;
  const marker = markerAt(text, valueAt);
  const tail = { kind: 'value', stop: stopOf(given) } as const;
  if (marker !== null) return residue(text, marker, marker.end, tail, '');
  const from = text[valueAt] === '[' || text[valueAt] === '(' ? valueAt + 1 : valueAt;
  const end = followTail(tail, text, from, final);
  const isLong = end.at - from > JUDGED;
  if (!end.done && !isLong) return NEED_MORE;
  const value = text.slice(from, Math.min(end.at, from + JUDGED));
  // Of a long value nobody waits to see what follows it.
  const after = isLong ? '' : text.slice(end.at, end.at + MAX_MARKER_LENGTH);
  if (after.startsWith('[') && holdsMarker(after)) return null;
  if (!isSecretValue(value, { name: given.written, kind: given.kind, form: formOf(given), phrase: 'no', after }))
    return null;
  return { from, to: from, name: classOf(text, from, given.kind), tail };
}

/** What is glued to a marker that an assignment left: nothing of a secret may stay beside it. */
function residue(
  text: string,
  { name, end }: { readonly name: string; readonly end: number },
  from: number,
  tail: Secret['tail'] | null,
  quote: string,
): Verdict {
  if (name !== '' && name !== 'assignment') return { keepTo: end };
  const isClosed = quote !== '' && text.startsWith(quote, from);
  if (tail === null || (quote !== '' && !isClosed)) return { keepTo: end };
  return { from, to: from, name: null, tail };
}

const isStrict = ({ written, separator }: Given) =>
  !separator.isSpaced && separator.sign === '=' && /^-*[A-Z][A-Z0-9_]+$/.test(written);

function phraseOf(given: Given): Phrase {
  if (isStrict(given)) return 'sure';
  return given.separator.sign === '=' || isCapital(given.written) ? 'likely' : 'no';
}

function formOf({ written, separator, preceding }: Given): Form {
  if (separator.sign === '>') return 'quoted';
  if (!separator.isSpaced && separator.sign === '=') return 'strict';
  return /[?&]/.test(preceding) || (written.startsWith('--') && separator.sign === '=') ? 'strict' : 'loose';
}

/** In a query the next parameter ends a value, in markup the next tag. */
const stopOf = ({ preceding }: Given) => (/[?&]/.test(preceding) ? '&#;' : preceding === ';' ? ';' : '');

function classOf(text: string, from: number, kind: NameKind): RedactionClass {
  if (kind === 'signature') return 'signature';
  const shape = matchShape(text, from, true);
  return shape !== null && shape !== NEED_MORE && 'from' in shape && shape.from === from && shape.name !== null
    ? shape.name
    : 'assignment';
}

const unescaped = (value: string) => value.replace(/\\(["'`\\])/g, '$1');
