import { z } from 'zod';
import { outcomeAnswer, readOutcome } from '../answers/outcome.ts';
import { workItemRef } from '../answers/work-item.ts';
import { type Operation, operation } from '../operation.ts';
import { camelFields } from '../wire-names.ts';
import { orReference, written } from '../written.ts';

const record = operation({
  name: 'recordOutcome',
  method: 'POST',
  path: '/work/{id}/outcomes',
  tag: 'Outcomes',
  summary: 'Record an outcome',
  description: 'Writes down which acceptance criteria are met. The latest outcome counts alone.',
  scopes: ['work.write'],
  body: z
    .strictObject({
      summary: z.string(),
      met_criteria: z.array(z.string()).default([]).describe('By their exact text.'),
      unmet_criteria: z.array(z.string()).default([]).describe('By their exact text.'),
      evidence: z.array(z.string()).default([]),
      session_id: z.string().optional().describe('The session that looked.'),
    })
    .meta({ id: 'RecordOutcome' }),
  answer: orReference(outcomeAnswer),
  status: 201,
  example: {
    id: 'AUTH-1',
    body: { summary: 'All but the docs.', met_criteria: ['Tests pass.'], unmet_criteria: ['The docs say how.'] },
  },
  async run({ app, actor, id: ref, body, key }) {
    const input = { ...camelFields(body), workItem: workItemRef(ref), idempotencyKey: key };
    const { outcomeId: id } = await app.services.work.recordOutcome(actor, input);
    return written(actor, 'work.read', id, () => readOutcome(app, actor, id));
  },
});

export const outcomeOperations: readonly Operation[] = [record];
