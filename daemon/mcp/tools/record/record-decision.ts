import { z } from 'zod';
import { recordDecision } from '#client/api/operations/work/decisions.ts';
import { annotationsOf, defineTool } from '../tool.ts';
import { recordOnce } from './record-once.ts';
import { evidenceArgument, workArgument, workItemRef } from './work-argument.ts';

export const recordDecisionTool = defineTool({
  name: 'record_decision',
  title: 'Record a decision',
  description:
    'Record a decision about the work as soon as it is made, with its reason, so that the next session does not decide it again. The same words again record once.',
  annotations: annotationsOf('adds'),
  input: z.strictObject({
    statement: z.string().min(1).max(4000).describe('What was decided, in one sentence.'),
    rationale: z.string().max(20_000).default('').describe('Why, and what was rejected.'),
    evidence: evidenceArgument,
    work_item: workArgument,
  }),
  output: z.object({ decision_id: z.string(), recorded_at: z.string() }),
  async run(context, { statement, rationale, evidence, work_item }) {
    const access = await context.record();
    const input = { workItem: workItemRef(access, work_item), statement, rationale, evidence };
    const { decision } = await recordOnce(
      ['record_decision', input],
      (idempotencyKey) => recordDecision(access.connection, { ...input, idempotencyKey }),
      (recorded) => recorded.decision.isStanding,
    );
    return {
      text: `Recorded decision ${decision.id}.`,
      data: { decision_id: decision.id, recorded_at: decision.recordedAt },
    };
  },
});
