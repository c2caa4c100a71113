import type { RedactionClass } from '../classes.ts';
import { ALNUM, DOTTED, runEnd, WORD } from '../scan/alphabet.ts';
import { NEED_MORE, type Verdict } from '../scan/verdict.ts';

/** A key that no prefix gives away: the word it begins with has a length of its own, and a sign follows it. */
interface OddShape {
  readonly name: RedactionClass;
  /** What the whole key looks like; anchored, and of bounded length. */
  readonly pattern: RegExp;
  readonly flag: number;
}

const BOT: OddShape = { name: 'chat-token', pattern: /[MNO][\w-]{22,28}\.[\w-]{6}\.[\w-]{27,}/y, flag: DOTTED };
const TELEGRAM: OddShape = { name: 'chat-token', pattern: /\d{8,10}:AA[\w-]{32,}/y, flag: WORD };
/** `<32 hex>.<base64>`: several model providers. */
const HEX_PAIR: OddShape = {
  name: 'model-key',
  pattern: /[0-9a-f]{32}\.(?=[A-Za-z+/=]{0,63}\d)(?=[\d+/=]{0,63}[A-Za-z])[A-Za-z0-9+/=]{12,}/y,
  flag: ALNUM,
};
const AZURE: OddShape = { name: 'azure-key', pattern: /[\w-]{3}\dQ~[\w.~-]{31,34}/y, flag: DOTTED };
const AIRTABLE: OddShape = { name: 'service-token', pattern: /pat[A-Za-z0-9]{14}\.[0-9a-f]{60,}/y, flag: ALNUM };
const MAILCHIMP: OddShape = { name: 'mail-key', pattern: /[0-9a-f]{32}-us\d{1,2}(?![\w-])/y, flag: WORD };

/** Furthest that any of them looks, in characters. */
const AHEAD = 120;

/** The shape that a word of this length, followed by this character, can begin. */
function candidateFor(length: number, next: string, text: string, at: number): OddShape | null {
  if (next === '.' && length >= 23 && length <= 29 && /[MNO]/.test(text[at]!)) return BOT;
  if (next === '.' && length === 32) return HEX_PAIR;
  if (next === '.' && length === 17 && text.startsWith('pat', at)) return AIRTABLE;
  if (next === ':' && length >= 8 && length <= 10 && /\d/.test(text[at]!)) return TELEGRAM;
  if (next === '~' && length === 5) return AZURE;
  return (length === 36 || length === 37) && text.startsWith('-us', at + 32) ? MAILCHIMP : null;
}

/** A key of an odd shape that begins with the word at `at`. */
export function matchOddShape(text: string, at: number, final: boolean): Verdict {
  const end = runEnd(text, at, WORD, at + 40);
  const next = text[end] ?? '';
  const candidate = candidateFor(end - at, next, text, at);
  if (candidate === null) return null;
  if (!final && text.length - at < AHEAD && runEnd(text, end + 1, DOTTED) === text.length) return NEED_MORE;
  candidate.pattern.lastIndex = at;
  if (!candidate.pattern.test(text)) return null;
  return {
    from: at,
    to: candidate.pattern.lastIndex,
    name: candidate.name,
    tail: { kind: 'run', flag: candidate.flag },
  };
}

/** Whether the word could begin one, by its length and what follows it. */
export const mayBeginOddShape = (text: string, from: number, to: number): boolean => {
  const length = to - from;
  if (length < 5 || length > 37) return false;
  const next = text.charCodeAt(to);
  return next === 46 || next === 58 || next === 126 || length >= 36;
};
