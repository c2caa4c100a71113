import { z } from 'zod';
import { BlockerSeverity } from '#prisma/generated/client/enums.ts';
import { blockerAnswer, readBlocker } from '../answers/blocker.ts';
import { workItemRef } from '../answers/work-item.ts';
import { type Operation, operation } from '../operation.ts';
import { camelFields, sentEnum } from '../wire-names.ts';
import { orReference, written } from '../written.ts';
import { exampleId } from './example-ids.ts';

const raise = operation({
  name: 'raiseBlocker',
  method: 'POST',
  path: '/work/{id}/blockers',
  tag: 'Blockers',
  summary: 'Raise a blocker',
  description: 'Writes down what is in the way; the state of the work item stays as it is.',
  scopes: ['work.write'],
  body: z
    .strictObject({
      title: z.string(),
      detail: z.string().default(''),
      severity: sentEnum(BlockerSeverity),
      session_id: z.string().optional().describe('The session that met it.'),
    })
    .meta({ id: 'RaiseBlocker' }),
  answer: orReference(blockerAnswer),
  status: 201,
  example: { id: 'AUTH-1', body: { title: 'The staging database is down.', severity: 'high' } },
  async run({ app, actor, id: ref, body, key }) {
    const input = { ...camelFields(body), workItem: workItemRef(ref), idempotencyKey: key };
    const { blockerId: id } = await app.services.work.raiseBlocker(actor, input);
    return written(actor, 'work.read', id, () => readBlocker(app, actor, id));
  },
});

const resolve = operation({
  name: 'resolveBlocker',
  method: 'POST',
  path: '/blockers/{id}/resolve',
  tag: 'Blockers',
  summary: 'Resolve a blocker',
  description: 'Says that it is out of the way, and how.',
  scopes: ['work.write'],
  body: z.strictObject({ resolution: z.string() }).meta({ id: 'ResolveBlocker' }),
  answer: orReference(blockerAnswer),
  status: 200,
  example: { id: exampleId('blk', 1), body: { resolution: 'Restarted it.' } },
  async run({ app, actor, id, body: { resolution }, key }) {
    await app.services.work.resolveBlocker(actor, { blockerId: id, resolution, idempotencyKey: key });
    return written(actor, 'work.read', id, () => readBlocker(app, actor, id));
  },
});

export const blockerOperations: readonly Operation[] = [raise, resolve];
