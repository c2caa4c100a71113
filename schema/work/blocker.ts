import { reachRecord } from '#server/auth/authorize.ts';
import { InvalidTransitionError, WorkItemClosedError } from '#server/errors.ts';
import { IDEMPOTENCY_KEY } from '../arguments/idempotency-key.ts';
import { builder } from '../builder.ts';
import { Actor, readActor } from '../actors/recorded-actor.ts';
import { requireActor } from '../actors/require-actor.ts';
import { commonRefusals } from '../user-error.ts';
import { WorkItemRef } from './work-item.ts';

export const BlockerSeverity = builder.enumType('BlockerSeverity', {
  description: 'How much a blocker is in the way.',
  values: {
    LOW: { description: 'A nuisance.' },
    MEDIUM: { description: 'Part of the work has to go around it.' },
    HIGH: { description: 'The work will soon stand still.' },
    CRITICAL: { description: 'The work stands still, or would do harm.' },
  },
});

const BlockerStatus = builder.enumType('BlockerStatus', {
  description: 'Whether a blocker is still in the way.',
  values: {
    OPEN: { description: 'In the way.' },
    RESOLVED: { description: 'Out of the way.' },
  },
});

export const Blocker = builder.prismaNode('Blocker', {
  id: { field: 'id' },
  nullable: true,
  description: 'Something in the way of a work item.',
  authScopes: { scope: 'work.read' },
  select: { id: true },
  findUnique: (id, ctx) => ({ id, ...reachRecord(requireActor(ctx)) }),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What is in the way, in a line.' }),
    detail: t.exposeString('detail', { description: 'More about it; may be empty.' }),
    severity: t.expose('severity', { type: BlockerSeverity, description: 'How much it is in the way.' }),
    status: t.expose('status', { type: BlockerStatus, description: 'Whether it still is.' }),
    resolution: t.exposeString('resolution', {
      nullable: true,
      description: 'How it was got out of the way; null while it is open.',
    }),
    raisedAt: t.expose('raisedAt', { type: 'DateTime', description: 'When it was raised.' }),
    recordedBy: t.field({
      type: Actor,
      description: 'Who raised it.',
      select: { raisedBy: true },
      resolve: ({ raisedBy }) => readActor(raisedBy),
    }),
    resolvedAt: t.expose('resolvedAt', { type: 'DateTime', nullable: true, description: 'When it was resolved.' }),
    resolvedBy: t.field({
      type: Actor,
      nullable: true,
      description: 'Who resolved it.',
      select: { resolvedBy: true },
      resolve: ({ resolvedBy }) => (resolvedBy === null ? null : readActor(resolvedBy)),
    }),
    workItem: t.relation('workItem', { description: 'The work item it is in the way of.' }),
    agentSession: t.relation('agentSession', {
      nullable: true,
      description: 'The agent session that met it, if one did.',
    }),
  }),
});

builder.prismaObjectField('WorkItem', 'blockers', (t) =>
  t.relatedConnection('blockers', {
    cursor: 'id',
    totalCount: true,
    description: 'What is or was in its way, oldest first.',
    args: {
      status: t.arg({ type: BlockerStatus, required: false, description: 'Only these; both kinds when left out.' }),
    },
    query: ({ status }) => ({ where: status ? { status } : {}, orderBy: [{ raisedAt: 'asc' }, { id: 'asc' }] }),
  }),
);

const RaiseBlockerInput = builder.inputType('RaiseBlockerInput', {
  description: 'What raiseBlocker needs.',
  fields: (t) => ({
    workItem: t.field({ type: WorkItemRef, description: 'What it is in the way of.' }),
    sessionId: t.id({ required: false, description: 'The agent session that met it; a session’s own by default.' }),
    title: t.string({ description: 'What is in the way, in a line of at most 1,000 characters.' }),
    detail: t.string({ defaultValue: '', description: 'More about it.' }),
    severity: t.field({ type: BlockerSeverity, defaultValue: 'MEDIUM', description: 'How much it is in the way.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

const ResolveBlockerInput = builder.inputType('ResolveBlockerInput', {
  description: 'What resolveBlocker needs.',
  fields: (t) => ({
    blockerId: t.id({ description: 'Which one.' }),
    resolution: t.string({ description: 'How it was got out of the way.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

const RaiseBlockerPayload = blockerPayload('RaiseBlockerPayload', 'The blocker that was raised.');
const ResolveBlockerPayload = blockerPayload('ResolveBlockerPayload', 'The blocker, resolved.');

builder.mutationField('raiseBlocker', (t) =>
  t.field({
    type: RaiseBlockerPayload,
    description: 'Writes down what is in the way of an open work item. Its state stays as it is.',
    authScopes: { scope: 'work.write' },
    errors: { types: [...commonRefusals, WorkItemClosedError] },
    args: { input: t.arg({ type: RaiseBlockerInput }) },
    resolve: (_root, { input }, ctx) => ctx.services.work.raiseBlocker(requireActor(ctx), input),
  }),
);

builder.mutationField('resolveBlocker', (t) =>
  t.field({
    type: ResolveBlockerPayload,
    description: 'Says that a blocker is out of the way.',
    authScopes: { scope: 'work.write' },
    errors: { types: [...commonRefusals, InvalidTransitionError] },
    args: { input: t.arg({ type: ResolveBlockerInput }) },
    resolve: (_root, { input }, ctx) => ctx.services.work.resolveBlocker(requireActor(ctx), input),
  }),
);

function blockerPayload(name: string, description: string) {
  return builder.objectRef<{ blockerId: string }>(name).implement({
    description,
    fields: (t) => ({
      blocker: t.prismaField({
        type: Blocker,
        description: 'The blocker, as it stands now.',
        resolve: (query, { blockerId }, _args, ctx) =>
          ctx.db.blocker.findUniqueOrThrow({ ...query, where: { id: blockerId } }),
      }),
    }),
  });
}
