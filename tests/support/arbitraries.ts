import fc from 'fast-check';
import type { HandoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';
import { compareCodePoints } from '#schema/documents/handoff-package/compare-code-points.ts';

/** Any well-formed text, of every plane of Unicode, with the characters that rendering has to mind made frequent. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        '\n',
        '\r\n',
        '\u2028',
        '# ',
        '- ',
        '> ',
        '`',
        '```',
        '<b>',
        '](x)',
        '![',
        '\\',
        '&lt;',
        '|',
        'Goal',
        ' ',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

/** Text long enough to break a budget: a unit of any script, repeated. */
export const longText = fc
  .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), fc.nat({ max: 4000 }))
  .map(([unit, times]) => unit.repeat(times));

const someText = fc.oneof({ weight: 9, arbitrary: anyText }, { weight: 1, arbitrary: longText });
const texts = fc.array(someText, { maxLength: 8 });
const id = fc.stringMatching(/^[a-z]{3}_[0-9a-f]{8}$/);
const instant = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const ascending = (maxLength: number) =>
  fc.uniqueArray(anyText, { maxLength }).map((values) => values.sort(compareCodePoints));
const workState = fc.constantFrom('open', 'in_progress', 'blocked', 'review', 'completed', 'cancelled');
const level = fc.constantFrom('low', 'medium', 'high', 'critical');
const count = fc.nat();

/** Any package of version 1: every field, any text, lists from empty to their bounds. */
export const anyPackage: fc.Arbitrary<HandoffPackageV1> = fc.record({
  kernel_handoff_version: fc.constant(1),
  work: fc.record({
    id,
    key: fc.stringMatching(/^[A-Z]{2,6}-[1-9][0-9]{0,4}$/),
    title: someText,
    goal: someText,
    task_type: anyText,
    priority: fc.constantFrom('low', 'medium', 'high', 'urgent'),
    state: workState,
  }),
  constraints: texts,
  acceptance_criteria: texts,
  state: fc.record({ phase: workState, completed: texts, unresolved: texts }),
  decisions: fc.array(
    fc.record({
      statement: someText,
      rationale: anyText,
      recorded_at: instant,
      evidence: fc.array(anyText, { maxLength: 3 }),
    }),
    { maxLength: 20 },
  ),
  artifacts: fc.array(
    fc.record({
      id,
      type: anyText,
      title: anyText,
      version: fc.integer({ min: 1, max: 99 }),
      uri_or_download: anyText,
      sha256: fc.option(fc.stringMatching(/^[0-9a-f]{64}$/)),
    }),
    { maxLength: 20 },
  ),
  blockers: fc.array(fc.record({ id, severity: level, title: anyText, status: fc.constant('open') }), { maxLength: 6 }),
  relevant_files: ascending(30),
  next: fc.record({ objective: someText, purpose: someText }),
  source: fc.record(
    { runtime: anyText, session_id: id, provider_session_id: anyText, machine: anyText },
    { requiredKeys: [] },
  ),
  evidence_links: ascending(6),
  generated_at: instant,
  truncation: fc.record({ decisions_omitted: count, artifacts_omitted: count, files_omitted: count }),
});
