import { createHash } from 'node:crypto';
import { packageBounds } from '#schema/documents/handoff-package/bounds.ts';
import { canonicalJson } from '#schema/documents/handoff-package/canonical-json.ts';
import { packageHash } from '#schema/documents/handoff-package/package-hash.ts';
import type { HandoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';

/** Paragraphs of the length that agents write. */
const PARAGRAPH =
  'Keys rotate while sessions stay signed in; the old key verifies for one hour — naïve clocks included. '.repeat(4);

export const benchmark: Benchmark = {
  name: 'package-hash',
  description:
    'canonical JSON and SHA-256 of a full package, against bare JSON.stringify and SHA-256 of the same package',
  async run(report) {
    const document = fullPackage();
    requireSameHashAtAnotherTime(document);
    const { subjectMs, baselineMs, ratio } = compare(
      () => packageHash(document),
      () => bareHash(document),
    );
    const against = 'JSON.stringify and node:crypto';
    report({ name: 'package-hash size', value: Buffer.byteLength(canonicalJson(document)), unit: 'bytes' });
    report({ name: 'package-hash', value: subjectMs, unit: 'ms', ratio, against });
    report({ name: 'package-hash bare', value: baselineMs, unit: 'ms' });
  },
};

function bareHash(document: HandoffPackageV1): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex');
}

function requireSameHashAtAnotherTime(document: HandoffPackageV1): void {
  const later = { ...document, generated_at: '2030-01-01T00:00:00.000Z' };
  if (packageHash(later) !== packageHash(document)) throw new Error('The hash depends on the time of compilation.');
}

/** As large as the bounds let a package become, with texts of a usual length. */
function fullPackage(): HandoffPackageV1 {
  const paths = numbered(packageBounds.relevantFiles, (number) => `server/work/part-${pad(number)}/change.ts`);
  return {
    kernel_handoff_version: 1,
    work: {
      id: 'wrk_0198c3f2-0000-7000-8000-000000000001',
      key: 'AUTH-1',
      title: 'Rotate session keys',
      goal: PARAGRAPH,
      task_type: 'implement',
      priority: 'high',
      state: 'in_progress',
    },
    constraints: numbered(10, () => PARAGRAPH),
    acceptance_criteria: numbered(10, () => PARAGRAPH),
    state: {
      phase: 'in_progress',
      completed: numbered(50, () => PARAGRAPH),
      unresolved: numbered(10, () => PARAGRAPH),
    },
    decisions: numbered(packageBounds.decisions, (number) => ({
      statement: PARAGRAPH,
      rationale: PARAGRAPH,
      recorded_at: `2026-11-29T12:00:${pad(number)}.000Z`,
      evidence: [`https://example.org/evidence/${number}`],
    })),
    artifacts: numbered(packageBounds.artifacts, (number) => ({
      id: `art_0198c3f2-0000-7000-8000-0000000000${pad(number)}`,
      type: 'test_report',
      title: `Report ${number}`,
      version: number + 1,
      uri_or_download: `https://example.org/reports/${number}`,
      sha256: 'a'.repeat(64),
    })),
    blockers: [],
    relevant_files: paths,
    next: { objective: PARAGRAPH, purpose: 'review' },
    source: { runtime: 'codex', session_id: 'ses_0198c3f2-0000-7000-8000-000000000001', machine: 'laptop' },
    evidence_links: numbered(40, (number) => `https://example.org/evidence/${pad(number)}`),
    generated_at: '2026-11-29T12:00:00.000Z',
    truncation: { decisions_omitted: 0, artifacts_omitted: 0, files_omitted: 0 },
  };
}

function numbered<Item>(count: number, item: (number: number) => Item): Item[] {
  return Array.from({ length: count }, (_, number) => item(number));
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
