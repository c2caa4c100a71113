import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';
import { anyPackage } from '#tests/support/arbitraries.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';
import { samplePackage } from '../sample-package.ts';

it('accepts a package of any text and gives it back unchanged', () => {
  fc.assert(
    fc.property(anyPackage, (document) => {
      expect(handoffPackageV1.parse(document)).toEqual(document);
    }),
    propertyRuns(),
  );
});

describe('version 1 refuses', () => {
  const sample = samplePackage();
  const decision = sample.decisions[0];
  const artifact = sample.artifacts[0];
  it.each<[string, Record<string, unknown>]>([
    ['a field it does not know', { transcript: 'hello' }],
    ['a field it does not know further in', { work: { ...sample.work, assignee: 'x' } }],
    ['file contents beside a path', { relevant_files: [{ path: 'a', diff: '+1' }] }],
    ['another version', { kernel_handoff_version: 2 }],
    ['a 21st decision (K07)', { decisions: Array.from({ length: 21 }, () => decision) }],
    ['a 21st artifact (K08)', { artifacts: Array.from({ length: 21 }, () => artifact) }],
    ['a 101st file (K09)', { relevant_files: Array.from({ length: 101 }, (_, at) => `f${1000 + at}`) }],
    ['files out of code-point order (K09)', { relevant_files: ['😀', '～'] }],
    ['a file named twice', { relevant_files: ['a', 'a'] }],
    ['a resolved blocker', { blockers: [{ id: 'b', severity: 'low', title: 't', status: 'resolved' }] }],
    ['a time that is none', { generated_at: 'yesterday' }],
    ['a source field that is null instead of absent', { source: { runtime: null } }],
    ['a source field that is undefined instead of absent', { source: { runtime: undefined } }],
    ['a hash that is not SHA-256 in lower-case hex', { artifacts: [{ ...artifact, sha256: 'ABC' }] }],
  ])('%s', (_, change) => {
    expect(handoffPackageV1.safeParse({ ...sample, ...change }).success).toBe(false);
  });

  it.each(Object.keys(sample))('a package without %s', (key) => {
    const rest = Object.fromEntries(Object.entries(sample).filter(([name]) => name !== key));
    expect(handoffPackageV1.safeParse(rest).success).toBe(false);
  });
});

it('accepts files in code-point order, as Python sorts them (K09)', () => {
  expect(handoffPackageV1.safeParse(samplePackage({ relevant_files: ['～', '😀'] })).success).toBe(true);
});
