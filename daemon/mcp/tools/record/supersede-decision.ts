import { z } from 'zod';
import { supersedeDecision } from '#client/api/operations/work/decisions.ts';
import { annotationsOf, defineTool } from '../tool.ts';
import { recordOnce } from './record-once.ts';
import { evidenceArgument } from './work-argument.ts';

export const supersedeDecisionTool = defineTool({
  name: 'supersede_decision',
  title: 'Supersede a decision',
  description:
    'Put a new decision in the place of one that no longer holds. The old one stays on record, marked as superseded; it cannot be superseded twice.',
  annotations: annotationsOf('adds'),
  input: z.strictObject({
    decision_id: z.string().min(1).max(100).describe('The decision that no longer holds; work_read lists them.'),
    statement: z.string().min(1).max(4000).describe('What holds now.'),
    rationale: z.string().max(20_000).default('').describe('Why it changed.'),
    evidence: evidenceArgument,
  }),
  output: z.object({ decision_id: z.string(), superseded_id: z.string(), recorded_at: z.string() }),
  async run(context, { decision_id, statement, rationale, evidence }) {
    const { connection } = await context.record();
    const input = { decisionId: decision_id, statement, rationale, evidence };
    const { decision } = await recordOnce(
      ['supersede_decision', input],
      (idempotencyKey) => supersedeDecision(connection, { ...input, idempotencyKey }),
      () => true,
    );
    return {
      text: `Recorded decision ${decision.id} in the place of ${decision_id}.`,
      data: { decision_id: decision.id, superseded_id: decision_id, recorded_at: decision.recordedAt },
    };
  },
});
