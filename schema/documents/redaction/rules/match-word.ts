import { flagsAt, HEX, LETTER, MAX_PIECE, runEnd, WORD } from '../scan/alphabet.ts';
import { NEED_MORE, type Verdict } from '../scan/verdict.ts';
import { matchAssignment } from './match-assignment.ts';
import { matchBearer } from './match-header.ts';
import { matchPrivateKey } from './match-private-key.ts';
import { matchShape, mayBeginShape } from './match-shape.ts';
import { matchOddShape, mayBeginOddShape } from './odd-shapes.ts';

/** What may stand behind a name that is followed by its value. */
const BEHIND_NAME = new Set([...'"\'`*]\\:=?!>% \t'].map((character) => character.charCodeAt(0)));
const SIGN_OR_END = /[:=?!]|^$/;
/** `"name": "API_KEY", "value"`, also over the lines of YAML: the name of a value that stands beside it. */
const NAME_BESIDE =
  /(?:name|key|variable|header|field)["']?\s{0,4}[:=]\s{0,4}["']?([\w-]{3,80})["']?[\s,;]{1,40}["']?$/i;
/** Longest word before a name that makes it a name of two words, in characters. */
const MAX_WORD_BEFORE = 20;
/** How far back the name of a value is looked for, in characters. */
const MAX_BACK = 150;

/** The word or piece of a word at `at`: where it ends, and what was found. `floor` is where the text before was cut. */
export interface Word {
  readonly end: number;
  readonly verdict: Verdict;
}

/** Asks every rule that begins with a word. */
export function matchWord(text: string, at: number, floor: number, final: boolean): Word {
  const end = runEnd(text, at, WORD, at + MAX_PIECE);
  if (end === text.length && !final && end - at < MAX_PIECE) return { end, verdict: NEED_MORE };
  if (isEscape(text, at, floor)) return afterEscape(text, at, floor, end, final);
  return { end, verdict: verdictOn(text, at, floor, end, final) };
}

/** `\npassword`: the letter may belong to the escape or to the word, so both are tried; a key is one either way. */
function afterEscape(text: string, at: number, floor: number, end: number, final: boolean): Word {
  if (text[at - 1] === '%') return { end: Math.min(end, at + 2), verdict: null };
  const verdict = shapeWithin(text, at + 1, floor, end, final) ?? verdictOn(text, at, floor, end, final);
  return { end: Math.min(end, at + 1), verdict };
}

function isEscape(text: string, at: number, floor: number): boolean {
  if (at === floor) return false;
  if (text[at - 1] === '\\') return 'nrtbf'.includes(text[at]!);
  return text[at - 1] === '%' && isHexPair(text, at);
}

const isHexPair = (text: string, at: number) => (flagsAt(text, at) & flagsAt(text, at + 1) & HEX) !== 0;

function verdictOn(text: string, at: number, floor: number, end: number, final: boolean): Verdict {
  if (text.charCodeAt(at) === 45 && text.startsWith('----', at)) {
    const key = matchPrivateKey(text, at, final);
    if (key !== null) return key;
  }
  const shape = shapeWithin(text, at, floor, end, final);
  if (shape !== null) return shape;
  if ((flagsAt(text, end) & WORD) !== 0 || !mayHaveValue(text, at, end, final)) return null;
  if (end - at === 6 || end - at === 5) {
    const bearer = matchBearer(text, text.slice(at, end), end, final);
    if (bearer !== null) return bearer;
  }
  return matchAssignment(text, nameAt(text, at, end, floor), final);
}

/** Keys of known shapes at the beginning of the word and behind each `_` and `-` within it. */
function shapeWithin(text: string, at: number, floor: number, end: number, final: boolean): Verdict {
  let begins = beginsWord(text, at, floor);
  if (begins && mayBeginOddShape(text, at, end)) {
    const odd = matchOddShape(text, at, final);
    if (odd !== null) return odd;
  }
  for (let i = at; i < end; i += 1) {
    if (begins && mayBeginShape(text, i)) {
      const shape = matchShape(text, i, final);
      if (shape !== null) return shape;
    }
    const code = text.charCodeAt(i);
    begins = code === 95 || code === 45;
  }
  return null;
}

/** Whether a word begins at `at`: behind no other word, or behind an escape such as `\n` or `%3D`. */
function beginsWord(text: string, at: number, floor: number): boolean {
  if (at === floor || (flagsAt(text, at - 1) & WORD) === 0) return true;
  const before = text[at - 1]!;
  if (before === '_' || before === '-') return true;
  if (at - 2 >= floor && text[at - 2] === '\\' && 'nrtbf'.includes(before)) return true;
  return at - 3 >= floor && text[at - 3] === '%' && isHexPair(text, at - 2);
}

/** A cheap look at what follows: most words of prose have no value, and need not be known as names. */
function mayHaveValue(text: string, at: number, end: number, final: boolean): boolean {
  if (end === text.length) return !final;
  const code = text.charCodeAt(end);
  if (!BEHIND_NAME.has(code)) return false;
  if (code !== 32 && code !== 9) return true;
  let sign = end;
  while (text.charCodeAt(sign) === 32 || text.charCodeAt(sign) === 9) sign += 1;
  return SIGN_OR_END.test(text[sign] ?? '') || text.startsWith('--', at) || end - at === 6 || end - at === 5;
}

function nameAt(text: string, from: number, to: number, floor: number) {
  const preceding = from > floor ? text[from - 1]! : '';
  const before = wordBefore(text, from, floor);
  const beside = text.slice(from, to).toLowerCase() === 'value' ? nameBeside(text, from, floor) : undefined;
  return { from, to, before, preceding, floor, ...(beside === undefined ? {} : { standsFor: beside }) };
}

const nameBeside = (text: string, from: number, floor: number): string | undefined =>
  NAME_BESIDE.exec(text.slice(Math.max(floor, from - MAX_BACK), from))?.[1];

/** The word one space or dash before a name. */
function wordBefore(text: string, from: number, floor: number): string {
  if (from - 2 < floor || (text[from - 1] !== ' ' && text[from - 1] !== '-')) return '';
  const least = Math.max(floor, from - 1 - MAX_WORD_BEFORE);
  let begin = from - 1;
  while (begin > least && (flagsAt(text, begin - 1) & LETTER) !== 0) begin -= 1;
  return text.slice(begin, from - 1);
}
