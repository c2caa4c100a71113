import { BLANK, flagsAt, runEnd, WORD } from '../scan/alphabet.ts';
import { NEED_MORE } from '../scan/verdict.ts';

/** Most characters of each part between a name and its value. */
const MAX_CLOSERS = 6;
const MAX_BLANKS = 32;
const LONGEST_SIGN = 6;
const CLOSER = /[\\"'`*\]?!]/;
const SIGN = /(?:=>|:=|={1,3}|:(?![:/=])|[?!]=|\?:|>|%3[AaDd](?:%20|\+)?)/y;

export interface Separator {
  readonly sign: string;
  /** Where the value begins, or its opening quote. */
  readonly valueAt: number;
  /** Blanks on either side. */
  readonly isSpaced: boolean;
}

/**
 * What stands between the name that ends at `at` and its value: closing quotes, blanks and one of `=`, `:`, `=>`, `:=`.
 * A flag of the command line (`isFlag`) may do with a blank. Null where the name has no value.
 */
export function separatorAt(
  text: string,
  at: number,
  final: boolean,
  isFlag: boolean,
): Separator | null | typeof NEED_MORE {
  let sign = at;
  while (sign < at + MAX_CLOSERS && CLOSER.test(text[sign] ?? '')) sign += 1;
  const closed = sign;
  sign = runEnd(text, sign, BLANK, sign + MAX_BLANKS);
  if (text.length - sign < LONGEST_SIGN && !final) return NEED_MORE;
  SIGN.lastIndex = sign;
  const found = SIGN.exec(text)?.[0];
  if (found === undefined) return isFlag && sign > closed && closed === at ? flagValue(text, sign) : null;
  const after = skipStars(text, sign + found.length);
  const value = skipStars(text, runEnd(text, after, BLANK, after + MAX_BLANKS));
  if (value === text.length && !final) return NEED_MORE;
  return { sign: plainSign(found), valueAt: value, isSpaced: value > after || sign > closed };
}

/** As it was before a URL took it up. */
const plainSign = (sign: string) => (sign.startsWith('%') ? (/^%3d/i.test(sign) ? '=' : ':') : sign);

const flagValue = (text: string, at: number): Separator | null =>
  (flagsAt(text, at) & WORD) !== 0 && text[at] !== '-' ? { sign: ' ', valueAt: at, isSpaced: true } : null;

/** Two stars of Markdown, as in `**Password:** …`. */
const skipStars = (text: string, at: number) => (text.startsWith('**', at) ? runEnd(text, at + 2, BLANK, at + 8) : at);
