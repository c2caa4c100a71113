import { DOTTED, flagsAt, runEnd, WORD } from '../scan/alphabet.ts';
import { NEED_MORE, type Verdict } from '../scan/verdict.ts';
import { type Shape, vendorShapes } from './shapes.ts';

/** Within so many characters a key shows a digit or a capital. */
const MADE_WITHIN = 48;
/** Fewest characters of the first two parts of a JWT. */
const MIN_JWT_PART = 10;
const MAX_JWT_HEAD = 8_192;

/** Shapes by the first two characters of their prefix; `eyJ` begins every JWT. */
const byPair = new Map<number, Shape[]>();
const pairs = new Uint8Array(1 << 14);
for (const shape of vendorShapes) {
  const pair = pairAt(shape.prefix, 0);
  byPair.set(pair, [...(byPair.get(pair) ?? []), shape]);
  pairs[pair] = 1;
}
pairs[pairAt('ey', 0)] = 1;

function pairAt(text: string, at: number): number {
  const first = text.charCodeAt(at);
  const second = text.charCodeAt(at + 1);
  return first < 128 && second < 128 ? (first << 7) | second : 0;
}

/** Whether some shape begins with the two characters at `at`. */
export const mayBeginShape = (text: string, at: number): boolean => pairs[pairAt(text, at)] === 1;

/** Whether the word is one that a rule of its own begins with: dashes, `data`, `Bearer` and `Basic`. */
export function beginsOwnShape(text: string, at: number, end: number): boolean {
  const code = text.charCodeAt(at);
  if (code === 45) return end - at >= 4 && text.charCodeAt(at + 1) === 45;
  const length = end - at;
  return (code === 100 && length === 4) || ((code | 32) === 98 && (length === 5 || length === 6));
}

/** A key of a known shape that begins at `at`. */
export function matchShape(text: string, at: number, final: boolean): Verdict {
  for (const shape of byPair.get(pairAt(text, at)) ?? []) {
    const { prefix } = shape;
    if (!final && text.length - at < prefix.length && prefix.startsWith(text.slice(at))) return NEED_MORE;
    const verdict = text.startsWith(prefix, at) ? matchOne(text, at, shape, final) : null;
    if (verdict !== null) return verdict;
  }
  return text.startsWith('eyJ', at) ? matchJwt(text, at, final) : null;
}

function matchOne(text: string, at: number, { name, prefix, flag, min, ...shape }: Shape, final: boolean): Verdict {
  const from = at + prefix.length;
  const limit = from + (shape.made === true ? Math.max(min, MADE_WITHIN) : min) + 1;
  const end = runEnd(text, from, flag, limit);
  if (end === text.length && end < limit && !final) return NEED_MORE;
  if (end - from < min) return null;
  if (shape.exact === true && (flagsAt(text, from + min) & WORD) !== 0) return null;
  if (shape.made === true && !/[0-9A-Z]/.test(text.slice(from, end))) return null;
  const begin = shape.keepPrefix === true ? from : at;
  return { from: begin, to: from + min, name, tail: { kind: 'run', flag } };
}

/** Two parts in base64url, the first the beginning of a JSON object; a third may be missing, an encrypted one has five. */
function matchJwt(text: string, at: number, final: boolean): Verdict {
  const head = runEnd(text, at, WORD, at + MAX_JWT_HEAD);
  const end = text[head] === '.' ? runEnd(text, head + 1, WORD, head + 1 + MIN_JWT_PART) : head;
  if (end === text.length && !final && end - at < MAX_JWT_HEAD) return NEED_MORE;
  if (head - at < MIN_JWT_PART || end - head - 1 < MIN_JWT_PART) return null;
  return { from: at, to: end, name: 'jwt', tail: { kind: 'run', flag: DOTTED } };
}
