import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clipToBytes } from '#schema/documents/text/clip-to-bytes.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

it('never takes more bytes than given, never splits a code point, and keeps a start of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.integer({ min: 6, max: 120 }), (text, maxBytes) => {
      const clipped = clipToBytes(text, maxBytes);
      expect(Buffer.byteLength(clipped)).toBeLessThanOrEqual(maxBytes);
      expect(clipped).not.toMatch(/\p{Surrogate}/u);
      if (clipped !== text) expect(text.startsWith(clipped.slice(0, -' [cut]'.length))).toBe(true);
      if (Buffer.byteLength(text) <= maxBytes) expect(clipped).toBe(text);
    }),
    propertyRuns(1000),
  );
});

it.each([
  ['an accent from its letter', 'abe\u0301xxxxxxxx', 10, 'ab [cut]'],
  ['a family at its joiners', 'ab👨‍👩‍👧xxxxxxxx', 20, 'ab [cut]'],
  ['a skin tone from its hand', 'ab👍🏽xxxxxxxx', 13, 'ab [cut]'],
])('does not part %s', (_, text, maxBytes, expected) => {
  expect(clipToBytes(text, maxBytes)).toBe(expected);
});

it('refuses to clip into less than its mark', () => {
  expect(() => clipToBytes('too long for this', 5)).toThrow(RangeError);
  expect(clipToBytes('abc', 3)).toBe('abc');
});
