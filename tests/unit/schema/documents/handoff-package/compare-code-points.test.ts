import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareCodePoints } from '#schema/documents/handoff-package/compare-code-points.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

const wellFormed = fc.string({ unit: 'binary', maxLength: 12 });

it('orders any two texts as their lists of code points', () => {
  fc.assert(
    fc.property(wellFormed, wellFormed, (left, right) => {
      expect(Math.sign(compareCodePoints(left, right))).toBe(Math.sign(compareLists(left, right)));
    }),
    propertyRuns(2000),
  );
});

it('orders any two texts as their UTF-8 bytes, which is how PostgreSQL and Python sort', () => {
  fc.assert(
    fc.property(wellFormed, wellFormed, (left, right) => {
      expect(Math.sign(compareCodePoints(left, right))).toBe(Buffer.compare(Buffer.from(left), Buffer.from(right)));
    }),
    propertyRuns(2000),
  );
});

it('puts an astral character after U+FF5E, where the built-in order puts it before', () => {
  expect(['😀', '～'].sort(compareCodePoints)).toEqual(['～', '😀']);
  expect(['～', '😀'].sort()).toEqual(['😀', '～']);
});

function compareLists(left: string, right: string): number {
  const [a, b] = [[...left], [...right]].map((text) => text.map((character) => character.codePointAt(0) ?? 0));
  for (let at = 0; at < Math.min(a?.length ?? 0, b?.length ?? 0); at += 1) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return (a?.length ?? 0) - (b?.length ?? 0);
}
