import type { HandoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';

/** A small, ordinary package; a test changes what its story is about. */
export function samplePackage(changes: Partial<HandoffPackageV1> = {}): HandoffPackageV1 {
  return {
    kernel_handoff_version: 1,
    work: {
      id: 'wrk_1',
      key: 'AUTH-1',
      title: 'Move sessions to the new table',
      goal: 'Every session is read from the new table.',
      task_type: 'migration',
      priority: 'high',
      state: 'in_progress',
    },
    constraints: ['No downtime'],
    acceptance_criteria: ['The migration is reversible'],
    state: { phase: 'in_progress', completed: ['work started'], unresolved: ['blocker (high): no staging access'] },
    decisions: [
      {
        statement: 'Write to both tables for a week',
        rationale: 'so that a rollback loses nothing',
        recorded_at: '2026-11-01T10:00:00.000Z',
        evidence: ['https://ci.example/run/7'],
      },
    ],
    artifacts: [
      {
        id: 'art_1',
        type: 'test_report',
        title: 'Test report',
        version: 2,
        uri_or_download: 'https://ci.example/run/7',
        sha256: null,
      },
    ],
    blockers: [{ id: 'blk_1', severity: 'high', title: 'no staging access', status: 'open' }],
    relevant_files: ['src/session.ts'],
    next: { objective: 'Review the migration', purpose: 'review' },
    source: { runtime: 'codex', session_id: 'ses_1' },
    evidence_links: ['https://ci.example/run/7'],
    generated_at: '2026-11-02T10:00:00.000Z',
    truncation: { decisions_omitted: 0, artifacts_omitted: 0, files_omitted: 0 },
    ...changes,
  };
}
