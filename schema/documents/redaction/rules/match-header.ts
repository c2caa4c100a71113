import { isPlaceholder } from '../names/placeholders.ts';
import { markerAt, MAX_MARKER_LENGTH } from '../marker.ts';
import { BLANK, runEnd, TOKEN, VALUE_END, flagsAt } from '../scan/alphabet.ts';
import type { Tail } from '../scan/tail.ts';
import { NEED_MORE, type Verdict } from '../scan/verdict.ts';

/** Schemes whose credential is one token, and those that list parameters. */
const TOKEN_SCHEME = /(?:Bearer|Basic|Token|ApiKey|Api-Key|Negotiate|NTLM|Kernel) +/iy;
const PARAMETER_SCHEME =
  /(?:Digest|AWS4-[A-Z0-9-]{4,24}|Signature|Hawk|OAuth|MAC|SharedKey|SharedAccessSignature|GoogleLogin) +(?=[\w-]{1,40}[=: ])/iy;
const ANY_SCHEME = /[\w-]{2,40} +(?=\[)/y;
const COOKIE = /[\w.%!#$&*+^|~-]{1,64}=(?![=>${<[])/y;
/** How far a header is looked into before it is told. */
const AHEAD = 160;

export interface Header {
  readonly kind: 'authorization' | 'cookie';
  /** The character before its name: a quote, where a whole header stands between quotes. */
  readonly preceding: string;
}

/** The credential of an `Authorization` header, or all of a cookie; null where the value has another form. */
export function matchHeader(text: string, valueAt: number, { kind, preceding }: Header, final: boolean): Verdict {
  if (!final && text.length - valueAt < AHEAD) return NEED_MORE;
  const opening = text[valueAt] === '[' && /["'`]/.test(text[valueAt + 1] ?? '') ? valueAt + 1 : valueAt;
  const quote = /["'`]/.exec(text[opening] ?? '')?.[0];
  const from = quote === undefined ? valueAt : opening + 1;
  const around = quote ?? /["'`]/.exec(preceding)?.[0];
  const line: Tail =
    around === undefined ? { kind: 'line' } : { kind: 'quote', quote: around, slashes: 0, glued: false };
  if (kind === 'cookie') return found(text, from, endOf(COOKIE, text, from) === -1 ? -1 : from, 'cookie', line);
  const marker = markerAt(text, endOf(ANY_SCHEME, text, from));
  if (marker !== null) return { keepTo: marker.end };
  const parameters = endOf(PARAMETER_SCHEME, text, from);
  if (parameters !== -1) return found(text, from, parameters, 'authorization', line);
  const tail: Tail = quote === undefined ? { kind: 'value', stop: '' } : line;
  return found(text, from, endOf(TOKEN_SCHEME, text, from), 'authorization', tail);
}

function found(text: string, from: number, at: number, name: 'authorization' | 'cookie', tail: Tail): Verdict {
  const marker = markerAt(text, at === -1 ? from : at);
  if (marker !== null) return { keepTo: marker.end };
  if (at === -1) return null;
  const end = literalEnd(text, at);
  const literal = text.slice(at, end);
  const goesOn = text.startsWith('${', end) || markerAt(text, end) !== null;
  const isHarmless = literal === '' || isPlaceholder(literal) || (goesOn && !isMade(literal));
  return isHarmless ? { keepTo: at } : { from: at, to: at, name, tail };
}

/** Where what is written out of a value ends: with the value, before `${…}`, or before a marker of an earlier pass. */
function literalEnd(text: string, at: number): number {
  const limit = Math.min(text.length, at + AHEAD);
  let end = at;
  while (end < limit && (flagsAt(text, end) & VALUE_END) === 0) {
    if (text.startsWith('${', end) || markerAt(text, end) !== null) break;
    end += 1;
  }
  return end;
}

/**
 * `Bearer …` and `Basic …` anywhere: the word ends at `at`. What follows must look made by a machine; `=` begins no
 * credential (token68 of RFC 9110), but may stand between a name and its value.
 */
export function matchBearer(text: string, word: string, at: number, final: boolean): Verdict {
  if (!/^(?:bearer|basic)$/i.test(word)) return null;
  const from = runEnd(text, at, BLANK, at + 8);
  const end = runEnd(text, from, TOKEN, from + AHEAD);
  if (!final && (text.length - from < MAX_MARKER_LENGTH || (end === text.length && end - from < AHEAD)))
    return NEED_MORE;
  const marker = markerAt(text, from);
  if (from === at || text[from] === '=') return null;
  if (marker !== null) return { keepTo: marker.end };
  const value = text.slice(from, end);
  if (isPlaceholder(value) || !isMade(value)) return null;
  return { from, to: from, name: 'authorization', tail: { kind: 'run', flag: TOKEN } };
}

/** No word of prose: it is not short, and has a digit or padding, or capitals within, or is very long. */
const isMade = (value: string) => value.length >= 8 && (/[\d=]|[a-z][A-Z]|[A-Z]{2}/.test(value) || value.length >= 24);

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
