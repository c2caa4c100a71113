import { expect, it } from 'vitest';
import { closingInstruction } from '#schema/documents/briefing/closing-instruction.ts';
import { renderWorkItemBriefing } from '#schema/documents/briefing/render-work-item.ts';
import { samplePackage } from '../sample-package.ts';

const { work, constraints, acceptance_criteria } = samplePackage();

it('briefs from the work item alone, its title standing in for an objective', () => {
  const { text, cuts, clipped } = renderWorkItemBriefing({ work, constraints, acceptance_criteria });
  expect(text).toBe(
    'Work item AUTH-1: Move sessions to the new table (migration, priority high, in_progress)\n\n' +
      'Goal\n| Every session is read from the new table.\n\n' +
      'Next objective\n| Move sessions to the new table\n\n' +
      'Constraints\n- No downtime\n\n' +
      'Acceptance criteria\n- The migration is reversible\n\n' +
      closingInstruction,
  );
  expect([cuts, clipped]).toEqual([[], []]);
});

it('keeps the budget and gives up constraints before acceptance criteria', () => {
  const many = Array.from({ length: 400 }, (_, at) => `criterion number ${at}`);
  const { bytes, cuts } = renderWorkItemBriefing({ work, constraints, acceptance_criteria: many });
  expect(bytes).toBeLessThanOrEqual(8192);
  expect(cuts.map((cut) => cut.section)).toEqual(['constraints', 'acceptance_criteria']);
});
