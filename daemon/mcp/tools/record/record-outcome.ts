import { z } from 'zod';
import { fetchLatestOutcome, recordOutcome } from '#client/api/operations/work/outcomes.ts';
import { annotationsOf, defineTool } from '../tool.ts';
import { recordOnce } from './record-once.ts';
import { evidenceArgument, workArgument, workItemRef } from './work-argument.ts';

const criteria = z.array(z.string().min(1).max(2000)).max(200).default([]);

export const recordOutcomeTool = defineTool({
  name: 'record_outcome',
  title: 'Record an outcome',
  description:
    'Say how the work stands against its acceptance criteria, after checking. The latest outcome counts. Name the criteria by their exact text, as work_read gives them; do not call a criterion met that you did not verify.',
  annotations: annotationsOf('adds'),
  input: z.strictObject({
    summary: z.string().min(1).max(20_000).describe('What was reached and what was not.'),
    met_criteria: criteria.describe('Criteria that hold, by their exact text.'),
    unmet_criteria: criteria.describe('Criteria that do not hold yet, by their exact text.'),
    evidence: evidenceArgument,
    work_item: workArgument,
  }),
  output: z.object({ outcome_id: z.string(), recorded_at: z.string() }),
  async run(context, { summary, met_criteria, unmet_criteria, evidence, work_item }) {
    const access = await context.record();
    const workItem = workItemRef(access, work_item);
    const input = { workItem, summary, metCriteria: met_criteria, unmetCriteria: unmet_criteria, evidence };
    const { outcome } = await recordOnce(
      ['record_outcome', input],
      (idempotencyKey) => recordOutcome(access.connection, { ...input, idempotencyKey }),
      async (recorded) => (await fetchLatestOutcome(access.connection, workItem))?.id === recorded.outcome.id,
    );
    return {
      text: `Recorded outcome ${outcome.id}.`,
      data: { outcome_id: outcome.id, recorded_at: outcome.recordedAt },
    };
  },
});
