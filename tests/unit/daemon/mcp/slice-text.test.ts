import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitItems, shortText } from '#daemon/mcp/results/fit-items.ts';
import { jsonBytes } from '#daemon/mcp/results/result-limits.ts';
import { sliceText } from '#daemon/mcp/results/slice-text.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 400 });

function parts(text: string, maxBytes: number): string[] {
  const found: string[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const { text: part, nextOffset }: ReturnType<typeof sliceText> = sliceText(text, offset, maxBytes);
    found.push(part);
    offset = nextOffset;
  }
  return found;
}

it('parts of a text join to it, fit as JSON and split no character, whatever the text', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 16, max: 200 }), (text, maxBytes) => {
      const found = parts(text, maxBytes);
      expect(found.join('')).toBe(text);
      for (const part of found) {
        expect(jsonBytes(part)).toBeLessThanOrEqual(maxBytes);
        expect(part.isWellFormed()).toBe(true);
      }
    }),
    propertyRuns(),
  );
});

it('a part ends after a line where one ends in its second half', () => {
  expect(parts('one\ntwo\nthree\nfour\n', 14)).toEqual(['one\ntwo\n', 'three\n', 'four\n']);
});

it('an offset beyond the text gives an empty last part', () => {
  expect(sliceText('abc', 99, 100)).toEqual({ text: '', nextOffset: null });
});

it('pages of a list hold every item once, and at least one each', () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 30 }), fc.integer({ min: 1, max: 300 }), (items, maxBytes) => {
      const seen: string[] = [];
      for (let offset: number | null = 0; offset !== null;) {
        const page: ReturnType<typeof fitItems<string>> = fitItems(items, offset, maxBytes);
        if (items.length > 0) expect(page.items.length).toBeGreaterThan(0);
        seen.push(...page.items);
        offset = page.nextOffset;
      }
      expect(seen).toEqual(items);
    }),
    propertyRuns(),
  );
});

it('a text in a field shows what is hidden in it and says that it was cut', () => {
  expect(shortText('a\u202Eb')).toBe('a‹U+202E›b');
  expect(shortText('x'.repeat(9000))).toMatch(/^x+ \[cut\]$/);
});
