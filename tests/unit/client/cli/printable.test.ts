import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, printableJson, printableLine } from '#client/cli/output/printable.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

const ESC = String.fromCodePoint(0x1b);
const OBEYED = /(?![\t\n])\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

describe('what an agent wrote', () => {
  it('is shown with its escape sequences spelled out instead of obeyed', () => {
    expect(printable(`${ESC}[31mred${ESC}]0;title${String.fromCodePoint(7)}`)).toBe(
      '‹U+001B›[31mred‹U+001B›]0;title‹U+0007›',
    );
  });

  it('cannot turn the direction of what is read around', () => {
    expect(printable('abc\u202edef')).toBe('abc‹U+202E›def');
  });

  it('stays on its line in a table', () => {
    expect(printableLine('one\ntwo\tthree')).toBe('one\\ntwo\\tthree');
  });

  it('never holds a character that a terminal obeys, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => !OBEYED.test(printable(text))),
      propertyRuns(),
    );
  });
});

describe('JSON for a terminal', () => {
  it('means the same after its control characters are escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const safe = printableJson(JSON.stringify({ text }));
        expect(JSON.parse(safe)).toEqual({ text });
        expect(OBEYED.test(safe)).toBe(false);
      }),
      propertyRuns(),
    );
  });
});
