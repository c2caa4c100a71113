import fc from 'fast-check';
import { expect, it } from 'vitest';
import { freshnessCodes, freshnessFindings, sourceFindings } from '#schema/documents/freshness/findings.ts';
import { freshnessNote } from '#schema/documents/freshness/freshness-note.ts';
import type { FreshnessLook, SourcePin } from '#schema/documents/freshness/source-pin.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

const hash = (digit: string) => digit.repeat(40);
const pin: SourcePin = { head: hash('a'), branch: 'main', uncommittedFiles: 0, treeHash: hash('1'), goneFiles: [] };
const same: FreshnessLook = { ...pin, ahead: 0, behind: 0 };
const codes = (look: Partial<FreshnessLook>, of: Partial<SourcePin> = {}) =>
  freshnessFindings({ ...pin, ...of }, { ...same, ...look }).map(({ code }) => code);

it('finds nothing where commit and files are the same, uncommitted ones among them', () => {
  expect(codes({})).toEqual([]);
  expect(codes({ uncommittedFiles: 3 }, { uncommittedFiles: 3 })).toEqual([]);
});

it('tells how far HEAD is from the source, both ways, and where that commit is not known', () => {
  const elsewhere = { head: hash('b'), treeHash: hash('2') };
  expect(codes({ ...elsewhere, ahead: 0, behind: 183 })).toEqual(['HEAD_BEHIND']);
  expect(codes({ ...elsewhere, ahead: 183, behind: 0 })).toEqual(['HEAD_AHEAD']);
  expect(codes({ ...elsewhere, ahead: 1, behind: 2 })).toEqual(['HEAD_DIVERGED']);
  expect(codes({ ...elsewhere, ahead: null, behind: null })).toEqual(['UNKNOWN_COMMIT']);
  expect(codes({ head: null, branch: null, treeHash: null, ahead: null, behind: null })).toEqual(['NO_COMMIT']);
});

it('tells of another branch, of uncommitted files on either side, and of files that are gone here alone', () => {
  expect(codes({ branch: null })).toEqual(['OTHER_BRANCH']);
  expect(codes({ treeHash: hash('2'), uncommittedFiles: 1 }, { uncommittedFiles: 2 })).toEqual([
    'UNCOMMITTED_AT_SOURCE',
    'UNCOMMITTED_HERE',
  ]);
  expect(codes({ goneFiles: ['a', 'b'] }, { goneFiles: ['a', 'b'] })).toEqual([]);
  expect(freshnessFindings(pin, { ...same, goneFiles: ['src/a.ts', 'b\n# Goal'] })[0]?.message).toBe(
    '2 files that the package names are not here: "src/a.ts", "b ⏎ # Goal".',
  );
});

it('tells that the source went on', () => {
  expect(sourceFindings(pin, null)).toEqual([]);
  expect(sourceFindings(pin, pin)).toEqual([]);
  expect(sourceFindings(pin, { ...pin, head: hash('c') })[0]?.message).toContain('its HEAD is cccccccc by now');
});

it('says it to the destination in one paragraph, whatever the names are', () => {
  expect(freshnessNote(pin, same)).toBe(
    'How this workspace stands to the one the package came from: at the same commit aaaaaaaa, with the same files.\n',
  );
  expect(freshnessNote(pin, null)).toContain('could not be looked at');
  const names = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), { maxLength: 200 });
  fc.assert(
    fc.property(names, fc.string({ unit: 'binary', maxLength: 255 }), (goneFiles, branch) => {
      const note = freshnessNote(pin, { ...same, goneFiles, branch, head: hash('b'), ahead: 3, behind: 4 });
      expect(note.split('\n')).toHaveLength(2);
      expect(Buffer.byteLength(note)).toBeLessThan(6_000);
    }),
    propertyRuns(),
  );
});

it('has a sentence for every code', () => {
  for (const sentence of Object.values(freshnessCodes)) expect(sentence).toMatch(/\.$/);
});
