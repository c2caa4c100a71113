import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffPackages } from '#schema/documents/handoff-package/diff/diff.ts';
import { packageHash } from '#schema/documents/handoff-package/package-hash.ts';
import { renderDiff } from '#schema/documents/handoff-package/diff/render-diff.ts';
import { anyPackage } from '#tests/support/arbitraries.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';
import { samplePackage } from '../../sample-package.ts';

const before = samplePackage();
const [decision] = before.decisions;
const [artifact] = before.artifacts;
const [blocker] = before.blockers;
if (!decision || !artifact || !blocker) throw new Error('The sample package holds one of each.');

describe('the diff of two packages', () => {
  it('is empty for the same document compiled at another time', () => {
    expect(diffPackages(before, samplePackage({ generated_at: '2031-01-01T00:00:00.000Z' }))).toEqual([]);
  });

  it('is empty exactly when the hashes are equal', () => {
    fc.assert(
      fc.property(anyPackage, anyPackage, (a, b) => {
        const mixed = { ...a, decisions: b.decisions, state: b.state };
        expect(diffPackages(a, a)).toEqual([]);
        expect(diffPackages(a, b).length === 0).toBe(packageHash(a) === packageHash(b));
        expect(diffPackages(a, mixed).length === 0).toBe(packageHash(a) === packageHash(mixed));
      }),
      propertyRuns(100),
    );
  });

  it('swaps added and removed when read the other way round', () => {
    fc.assert(
      fc.property(anyPackage, anyPackage, (a, b) => {
        const kinds = (changes: ReturnType<typeof diffPackages>, kind: string) =>
          changes.filter((change) => change.kind === kind).length;
        expect(kinds(diffPackages(a, b), 'added')).toBe(kinds(diffPackages(b, a), 'removed'));
      }),
      propertyRuns(100),
    );
  });

  it('finds one added decision among others, wherever it stands', () => {
    const added = { ...decision, statement: 'Keep the old table', recorded_at: '2026-11-02T09:00:00.000Z' };
    const after = samplePackage({ decisions: [added, decision] });
    expect(diffPackages(before, after)).toEqual([
      {
        kind: 'added',
        section: 'decisions',
        path: 'decisions',
        label: 'decision',
        before: null,
        after: 'Keep the old table',
        item: { before: null, after: 0 },
      },
    ]);
  });

  it('matches artifacts by title and names the version that moved', () => {
    const after = samplePackage({ artifacts: [{ ...artifact, id: 'art_2', version: 3 }] });
    expect(diffPackages(before, after).map(({ path, before, after }) => [path, before, after])).toEqual([
      ['artifacts[].id', 'art_1', 'art_2'],
      ['artifacts[].version', '2', '3'],
    ]);
  });

  it('says where the item of a change stands in either document, and of none for a field or an order', () => {
    const after = samplePackage({
      work: { ...before.work, goal: 'another' },
      constraints: ['New', ...before.constraints],
      artifacts: [
        { ...artifact, title: 'First' },
        { ...artifact, version: 9 },
      ],
    });
    const places = diffPackages(before, after).map(({ path, item }) => [path, item]);
    expect(places).toEqual([
      ['work.goal', null],
      ['constraints', { before: null, after: 0 }],
      ['artifacts[].version', { before: 0, after: 1 }],
      ['artifacts', { before: null, after: 0 }],
    ]);
  });

  it('matches blockers by id', () => {
    const after = samplePackage({ blockers: [{ ...blocker, title: 'no access', severity: 'critical' }] });
    expect(diffPackages(before, after).map((change) => change.path)).toEqual([
      'blockers[].severity',
      'blockers[].title',
    ]);
  });

  it('counts a text that was stated twice and is stated once as one removal', () => {
    const twice = samplePackage({ constraints: ['No downtime', 'No downtime'] });
    expect(diffPackages(twice, before)).toMatchObject([{ kind: 'removed', before: 'No downtime' }]);
  });

  it('reports a mere change of order as one change', () => {
    const [a, b] = [samplePackage({ constraints: ['x', 'y'] }), samplePackage({ constraints: ['y', 'x'] })];
    expect(diffPackages(a, b)).toMatchObject([{ kind: 'changed', path: 'constraints', before: 'x, y', after: 'y, x' }]);
  });

  it('tells a source field that appeared from one that changed', () => {
    const after = samplePackage({ source: { runtime: 'claude', session_id: 'ses_1', machine: 'mole' } });
    expect(diffPackages(before, after)).toMatchObject([
      { kind: 'changed', path: 'source.runtime', before: 'codex', after: 'claude' },
      { kind: 'added', path: 'source.machine', before: null, after: 'mole' },
    ]);
  });
});

describe('the diff as text', () => {
  it('has one line for each change', () => {
    const after = samplePackage({ constraints: ['No\n+ decision: forged'], relevant_files: [] });
    expect(renderDiff(diffPackages(before, after))).toBe(
      '- constraint: No downtime\n+ constraint: No ⏎ + decision: forged\n- file: src/session.ts\n',
    );
  });

  it('says in words that nothing differs', () => {
    expect(renderDiff([])).toBe('No differences.\n');
  });
});
