import { z } from 'zod';
import { RejectReason } from '#prisma/generated/client/enums.ts';
import { reachRecord } from '#server/auth/authorize.ts';
import { ValidationError } from '#server/errors.ts';
import { isRowId } from '#server/work/row-id.ts';
import * as shown from '../answers/handoff.ts';
import { findWorkItem, workItemRef } from '../answers/work-item.ts';
import { type Call, type Operation, operation } from '../operation.ts';
import { asPage, pageArguments, pageOf, pageQuery } from '../paging.ts';
import { camelFields, sentEnum } from '../wire-names.ts';
import { orReference, written } from '../written.ts';
import { exampleId } from './example-ids.ts';

const { handoffAnswer, handoffWithPackageAnswer } = shown;

const moved = ({ app, actor }: Pick<Call, 'app' | 'actor'>, id: string) =>
  written(actor, 'handoff.read', id, () => shown.readHandoff(app, actor, id));

const reviewedHash = z
  .string()
  .optional()
  .describe('Hash of the package that was reviewed; the one on offer when left out.');

const request = operation({
  name: 'requestHandoff',
  method: 'POST',
  path: '/work/{id}/handoffs',
  tag: 'Handoffs',
  summary: 'Request a handoff',
  description: 'Names a destination and a purpose. Nothing is compiled yet.',
  scopes: ['handoff.create'],
  body: z
    .strictObject({
      target_runtime: z.string().describe('Such as codex or claude; no machine need serve it.'),
      purpose: z.string().describe('Why the work is handed over.'),
      objective: z.string().optional().describe('What the destination is asked to do.'),
      from_session_id: z.string().optional().describe('The session that hands over.'),
    })
    .meta({ id: 'RequestHandoff' }),
  answer: orReference(handoffAnswer),
  status: 201,
  example: {
    id: 'AUTH-1',
    body: { target_runtime: 'claude', purpose: 'review', from_session_id: exampleId('ses', 1) },
  },
  async run({ app, actor, id: ref, body, key }) {
    const input = { ...camelFields(body), workItem: workItemRef(ref), idempotencyKey: key };
    const { handoffId } = await app.services.handoffs.requestHandoff(actor, input);
    return moved({ app, actor }, handoffId);
  },
});

const list = operation({
  name: 'listHandoffs',
  method: 'GET',
  path: '/work/{id}/handoffs',
  tag: 'Handoffs',
  summary: 'List the handoffs of a work item',
  description: 'Without their packages, newest first.',
  scopes: ['handoff.read'],
  query: z.strictObject(pageQuery),
  answer: pageOf(handoffAnswer).meta({ id: 'HandoffPage', description: 'Handoffs, newest first.' }),
  status: 200,
  example: { id: 'AUTH-1' },
  async run({ app, actor, id, query: { limit, after } }) {
    const { id: workItemId } = await findWorkItem(app, actor, workItemRef(id));
    const where = { workItemId, ...reachRecord(actor) };
    const isKnown = async (place: string) =>
      isRowId('hof', place) && (await app.prisma.handoff.count({ where: { id: place, ...where } })) > 0;
    if (after !== undefined && !(await isKnown(after))) {
      throw new ValidationError('after', 'names no handoff of this work item; send the `next` of a page');
    }
    const rows = await app.prisma.handoff.findMany({
      where,
      include: shown.shownHandoff,
      orderBy: [{ requestedAt: 'desc' }, { id: 'desc' }],
      ...pageArguments({ limit, after }),
    });
    return asPage(rows, limit, shown.asHandoff);
  },
});

const get = operation({
  name: 'getHandoff',
  method: 'GET',
  path: '/handoffs/{id}',
  tag: 'Handoffs',
  summary: 'Read a handoff',
  description: 'With the package on offer, as a person reviews it.',
  scopes: ['handoff.read'],
  answer: handoffWithPackageAnswer,
  status: 200,
  example: { id: exampleId('hof', 1) },
  run: ({ app, actor, id }) => shown.readHandoffWithPackage(app, actor, id),
});

const compile = operation({
  name: 'compileHandoff',
  method: 'POST',
  path: '/handoffs/{id}/compile',
  tag: 'Handoffs',
  summary: 'Compile a handoff',
  description: 'Puts the record as it stands on offer. Unmoved work gives the version and hash that were there.',
  scopes: ['handoff.create', 'session.read'],
  body: z
    .strictObject({ objective: z.string().optional().describe('The one given before stands when this is left out.') })
    .meta({ id: 'CompileHandoff' }),
  answer: shown.compiledHandoffAnswer,
  status: 200,
  example: { id: exampleId('hof', 1), body: { objective: 'Review the migration and say whether it is reversible.' } },
  async run({ app, actor, id, body: { objective }, key }) {
    const input = { handoffId: id, objective, idempotencyKey: key };
    const answer = await app.services.handoffs.compileHandoff(actor, input);
    return shown.asCompiled(answer, await moved({ app, actor }, id));
  },
});

const accept = operation({
  name: 'acceptHandoff',
  method: 'POST',
  path: '/handoffs/{id}/accept',
  tag: 'Handoffs',
  summary: 'Accept a handoff',
  description: 'Lets a session take the handoff on, once, and writes the lineage onto it.',
  scopes: ['handoff.accept'],
  body: z
    .strictObject({
      to_session_id: z.string().describe('The session that takes it on.'),
      package_hash: reviewedHash,
    })
    .meta({ id: 'AcceptHandoff' }),
  answer: orReference(handoffAnswer),
  status: 200,
  example: { id: exampleId('hof', 1), body: { to_session_id: exampleId('ses', 2) } },
  async run({ app, actor, id, body, key }) {
    const packageHash = body.package_hash ?? (await shown.readHandoff(app, actor, id)).package_hash ?? '';
    const input = { handoffId: id, packageHash, toSessionId: body.to_session_id, idempotencyKey: key };
    await app.services.handoffs.acceptHandoff(actor, input);
    return moved({ app, actor }, id);
  },
});

const reject = operation({
  name: 'rejectHandoff',
  method: 'POST',
  path: '/handoffs/{id}/reject',
  tag: 'Handoffs',
  summary: 'Reject a handoff',
  description: 'Turns the package on offer down, for a reason. Compiling offers the handoff again.',
  scopes: ['handoff.accept'],
  body: z
    .strictObject({
      reason: sentEnum(RejectReason),
      note: z.string().optional().describe('The same in words.'),
      package_hash: reviewedHash,
    })
    .meta({ id: 'RejectHandoff' }),
  answer: orReference(handoffAnswer),
  status: 200,
  example: { id: exampleId('hof', 1), body: { reason: 'missing_context', note: 'There is no test plan.' } },
  async run({ app, actor, id, body, key }) {
    await app.services.handoffs.rejectHandoff(actor, { ...camelFields(body), handoffId: id, idempotencyKey: key });
    return moved({ app, actor }, id);
  },
});

const complete = operation({
  name: 'completeHandoff',
  method: 'POST',
  path: '/handoffs/{id}/complete',
  tag: 'Handoffs',
  summary: 'Complete a handoff',
  description: 'Closes an accepted handoff once its session has done what it took on.',
  scopes: ['handoff.accept'],
  answer: orReference(handoffAnswer),
  status: 200,
  example: { id: exampleId('hof', 1) },
  async run({ app, actor, id, key }) {
    await app.services.handoffs.completeHandoff(actor, { handoffId: id, idempotencyKey: key });
    return moved({ app, actor }, id);
  },
});

export const handoffOperations: readonly Operation[] = [request, list, get, compile, accept, reject, complete];
