/**
 * Orders two well-formed strings by Unicode code point, for `Array.prototype.sort`: negative, zero or positive.
 * JavaScript's own order compares UTF-16 units and puts U+1F600 before U+FF5E; Python, PostgreSQL's "C" collation and
 * UTF-8 bytes do not, and a package has to hash alike everywhere.
 */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

/** Lifts surrogates, which stand for code points from U+10000 on, above the units U+E000 to U+FFFF. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}
