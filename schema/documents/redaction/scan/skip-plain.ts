import { beginsOwnShape, mayBeginShape } from '../rules/match-shape.ts';
import { mayBeginOddShape } from '../rules/odd-shapes.ts';
import { mayEndSecretName } from '../names/name-ending.ts';
import { BLANK, flagsAt, MAX_PIECE, runEnd, WORD } from './alphabet.ts';

const NEW_LINE = 10;
const MINUS = 45;
const COLON = 58;
const BRACKET = 91;
const BACKSLASH = 92;
const UNDERSCORE = 95;
const PERCENT = 37;

/**
 * Index of the next character at which a rule has to look: most words of prose and code are passed here, by a few
 * table look-ups each. What it passes, no rule would have found anything in; that is all it promises.
 */
export function skipPlain(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if ((flagsAt(text, at) & WORD) === 0) {
      if (code === NEW_LINE || code === COLON || code === BRACKET) return at;
      at += 1;
      continue;
    }
    const end = plainWordEnd(text, at, at === from);
    if (end === -1) return at;
    at = end;
  }
  return at;
}

/** Index after a word, or a piece of a long one, that no rule is about; -1 where one may be. */
function plainWordEnd(text: string, at: number, isFirst: boolean): number {
  const before = at === 0 ? NEW_LINE : text.charCodeAt(at - 1);
  const isPiece = at > 0 && (flagsAt(text, at - 1) & WORD) !== 0;
  if (before === BACKSLASH || before === PERCENT || (isFirst && isPiece)) return -1;
  const limit = Math.min(text.length, at + MAX_PIECE);
  let begins = !isPiece || before === UNDERSCORE || before === MINUS;
  let end = at;
  for (; end < limit && (flagsAt(text, end) & WORD) !== 0; end += 1) {
    if (begins && mayBeginShape(text, end)) return -1;
    const code = text.charCodeAt(end);
    begins = code === UNDERSCORE || code === MINUS;
  }
  if (end === text.length) return -1;
  if (end === limit && (flagsAt(text, end) & WORD) !== 0) return end;
  return mayBeMore(text, at, end) ? -1 : end;
}

/** Whether a whole word may be a name with a value, a scheme with a credential, a key, or the dashes before one. */
function mayBeMore(text: string, at: number, end: number): boolean {
  if (mayBeginOddShape(text, at, end) || beginsOwnShape(text, at, end)) return true;
  if (!mayEndSecretName(text, at, end)) return false;
  const code = text.charCodeAt(end);
  if (isSign(code) || isCloser(code)) return true;
  const next = runEnd(text, end, BLANK);
  if (next === text.length) return true;
  return next > end && (isSign(text.charCodeAt(next)) || text.charCodeAt(at) === MINUS);
}

/** `%` begins an encoded sign, `!`, `:`, `=`, `>` and `?` begin the signs between a name and its value; `*`, that of Markdown around one. */
const isSign = (code: number) => code === 33 || code === PERCENT || code === 42 || (code >= COLON && code <= 63);
/** Quotes, a backslash before one, and a bracket, as they close a name. */
const isCloser = (code: number) => code === 34 || code === 39 || (code >= BACKSLASH && code <= 96 && code !== 94);
