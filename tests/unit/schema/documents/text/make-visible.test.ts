import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeVisible } from '#schema/documents/text/make-visible.ts';
import { oneLine } from '#schema/documents/text/one-line.ts';
import { anyText } from '#tests/support/arbitraries.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

it.each([
  ['a terminal escape', '\u001B[31m', '‹U+001B›[31m'],
  ['an override of direction', 'a\u202Eb', 'a‹U+202E›b'],
  ['an invisible tag', 'a\u{E0041}', 'a‹U+E0041›'],
  ['a lone surrogate', 'a\ud800', 'a‹U+D800›'],
  ['a line separator', 'a\u2028b', 'a‹U+2028›b'],
  ['a zero-width space', 'a\u200Bb', 'a‹U+200B›b'],
])('spells out %s', (_, text, visible) => {
  expect(makeVisible(text)).toBe(visible);
});

it('leaves emoji, joined scripts, tabs and newlines alone, and makes every line end a newline', () => {
  expect(makeVisible('👨‍👩‍👧 ❤️ क्‍ष\ta\r\nb\rc\n')).toBe('👨‍👩‍👧 ❤️ क्‍ष\ta\nb\nc\n');
});

it('changes nothing more when applied again, and yields well-formed text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(makeVisible(makeVisible(text))).toBe(makeVisible(text));
      expect(makeVisible(text)).not.toMatch(/\p{Surrogate}/u);
      expect(oneLine(text)).not.toMatch(/[\n\r\v\f\u0085\u2028\u2029\t]/);
    }),
    propertyRuns(500),
  );
});
