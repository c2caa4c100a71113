import { z } from 'zod';
import { decisionAnswer, readDecision } from '../answers/decision.ts';
import { workItemRef } from '../answers/work-item.ts';
import { type Operation, operation } from '../operation.ts';
import { camelFields } from '../wire-names.ts';
import { orReference, written } from '../written.ts';
import { exampleId } from './example-ids.ts';

const decision = z.strictObject({
  statement: z.string(),
  rationale: z.string().default('').describe('Why.'),
  evidence: z.array(z.string()).default([]).describe('URIs or short texts.'),
  session_id: z.string().optional().describe('The session that decided it.'),
});

const record = operation({
  name: 'recordDecision',
  method: 'POST',
  path: '/work/{id}/decisions',
  tag: 'Decisions',
  summary: 'Record a decision',
  description: 'Writes down what was decided.',
  scopes: ['work.write'],
  body: decision.meta({ id: 'RecordDecision' }),
  answer: orReference(decisionAnswer),
  status: 201,
  example: { id: 'AUTH-1', body: { statement: 'Passwords are hashed with scrypt.', rationale: 'It is in Node.' } },
  async run({ app, actor, id: ref, body, key }) {
    const input = { ...camelFields(body), workItem: workItemRef(ref), idempotencyKey: key };
    const { decisionId: id } = await app.services.work.recordDecision(actor, input);
    return written(actor, 'work.read', id, () => readDecision(app, actor, id));
  },
});

const supersede = operation({
  name: 'supersedeDecision',
  method: 'POST',
  path: '/decisions/{id}/supersede',
  tag: 'Decisions',
  summary: 'Supersede a decision',
  description: 'Puts a new decision in the place of one that stands, and answers with the new one.',
  scopes: ['work.write'],
  body: decision.meta({ id: 'SupersedeDecision' }),
  answer: orReference(decisionAnswer),
  status: 201,
  example: { id: exampleId('dec', 1), body: { statement: 'Passwords are hashed with argon2id.' } },
  async run({ app, actor, id: decisionId, body, key }) {
    const input = { ...camelFields(body), decisionId, idempotencyKey: key };
    const { decisionId: id } = await app.services.work.supersedeDecision(actor, input);
    return written(actor, 'work.read', id, () => readDecision(app, actor, id));
  },
});

export const decisionOperations: readonly Operation[] = [record, supersede];
