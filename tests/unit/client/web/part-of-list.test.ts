import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joined, missingPart, type PartOfList, STEP } from '#client/web/state/list/part-of-list.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

/** A list whose entries are their own places. */
const read = (totalCount: number, { offset, count }: { offset: number; count: number }): PartOfList<number> => ({
  start: offset,
  entries: Array.from({ length: Math.max(0, Math.min(count, totalCount - offset)) }, (_, at) => offset + at),
});

const sights = fc.array(
  fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), rows: fc.integer({ min: 1, max: 120 }) }),
  {
    minLength: 1,
    maxLength: 20,
  },
);

describe('the part of a long list that is held', () => {
  it('comes to hold whatever is in sight, in few readings, in order, and stays small', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000 }), sights, (totalCount, seen) => {
        let held: PartOfList<number> = { start: 0, entries: [] };
        for (const { at, rows } of seen) {
          const from = Math.floor(at * totalCount);
          const sight = { from, to: Math.min(totalCount, from + rows) };
          let readings = 0;
          for (let part = missingPart(held, sight, totalCount); part; part = missingPart(held, sight, totalCount)) {
            held = joined(held, read(totalCount, part), sight);
            readings += 1;
          }
          expect(readings).toBeLessThanOrEqual(4);
          expect(held.entries).toEqual(held.entries.map((_, n) => held.start + n));
          expect(held.entries.length).toBeLessThanOrEqual(rows + 6 * STEP + 2 * STEP);
          if (totalCount > 0 && sight.to > sight.from) {
            expect(held.start).toBeLessThanOrEqual(sight.from);
            expect(held.start + held.entries.length).toBeGreaterThanOrEqual(sight.to);
          }
        }
      }),
      propertyRuns(),
    );
  });

  it('reads one step ahead of one who scrolls, not more', () => {
    const held = read(10_000, { offset: 0, count: STEP });
    expect(missingPart(held, { from: 0, to: 50 }, 10_000)).toBeUndefined();
    expect(missingPart(held, { from: 40, to: 90 }, 10_000)).toEqual({ offset: STEP, count: STEP });
  });
});
