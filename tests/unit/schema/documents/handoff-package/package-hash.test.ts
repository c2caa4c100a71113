import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { canonicalJson } from '#schema/documents/handoff-package/canonical-json.ts';
import { packageHash } from '#schema/documents/handoff-package/package-hash.ts';
import { anyPackage } from '#tests/support/arbitraries.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';
import { samplePackage } from '../sample-package.ts';

it('is SHA-256 of the canonical JSON without generated_at (K03)', () => {
  fc.assert(
    fc.property(anyPackage, (document) => {
      const { generated_at: _, ...hashed } = document;
      expect(packageHash(document)).toBe(createHash('sha256').update(canonicalJson(hashed), 'utf8').digest('hex'));
    }),
    propertyRuns(),
  );
});

it('does not move with generated_at', () => {
  const later = samplePackage({ generated_at: '2031-01-01T00:00:00.000Z' });
  expect(packageHash(later)).toBe(packageHash(samplePackage()));
});

it('moves with every other field', () => {
  const changes = [
    { constraints: [] },
    { acceptance_criteria: ['other'] },
    { decisions: [] },
    { artifacts: [] },
    { blockers: [] },
    { relevant_files: [] },
    { evidence_links: [] },
    { source: {} },
    { work: { ...samplePackage().work, title: 'other' } },
    { state: { ...samplePackage().state, phase: 'review' as const } },
    { next: { objective: 'other', purpose: 'review' } },
    { truncation: { decisions_omitted: 1, artifacts_omitted: 0, files_omitted: 0 } },
  ];
  const hashes = [{}, ...changes].map((change) => packageHash(samplePackage(change)));
  expect(new Set(hashes).size).toBe(changes.length + 1);
});
