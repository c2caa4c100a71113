/** Letters, digits, `_` and `-`: what names and most keys are made of. */
export const WORD = 1;
export const DIGIT = 2;
export const UPPER = 4;
export const LOWER = 8;
/** Base64 with its padding. */
export const BASE64 = 16;
/** What follows `Bearer`: token68 of RFC 9110. */
export const TOKEN = 32;
/** Space and tab. */
export const BLANK = 64;
export const HEX = 128;
/** What ends an unquoted value. */
export const VALUE_END = 256;
/** What a path of a URL holds. */
export const URL_PATH = 512;
/** Letters, digits, `_`, `-` and `.`: JWTs, and keys in several parts. */
export const DOTTED = 1024;

export const ALNUM = DIGIT | UPPER | LOWER;
export const LETTER = UPPER | LOWER;

const flags = new Uint16Array(128);

function mark(flag: number, characters: string): void {
  for (const character of characters) flags[character.charCodeAt(0)]! |= flag;
}

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = upper.toLowerCase();
const digits = '0123456789';
mark(DIGIT, digits);
mark(UPPER, upper);
mark(LOWER, lower);
mark(HEX, `${digits}abcdefABCDEF`);
mark(WORD, `${upper}${lower}${digits}_-`);
mark(DOTTED, `${upper}${lower}${digits}_-.`);
mark(BASE64, `${upper}${lower}${digits}+/=`);
mark(TOKEN, `${upper}${lower}${digits}-._~+/=`);
mark(URL_PATH, `${upper}${lower}${digits}-._~+/=%`);
mark(BLANK, ' \t');
mark(VALUE_END, ' \t\r\n\v\f"\'`,)]}<>');

/** The flags of one character; none beyond ASCII and at the end of the text. */
export const flagsAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code < 128 ? flags[code]! : 0;
};

/** Index after the run of characters with `flag` that begins at `at`, looking no further than `limit`. */
export function runEnd(text: string, at: number, flag: number, limit: number = text.length): number {
  const stop = Math.min(limit, text.length);
  let end = at;
  while (end < stop && (flagsAt(text, end) & flag) !== 0) end += 1;
  return end;
}

/** Longest piece of a run of word characters that is looked at in one go; a name longer than this is none. */
export const MAX_PIECE = 256;
