import { reachRecord } from '#server/auth/authorize.ts';
import { AlreadySupersededError } from '#server/errors.ts';
import { IDEMPOTENCY_KEY } from '../arguments/idempotency-key.ts';
import { builder } from '../builder.ts';
import { Actor, readActor } from '../actors/recorded-actor.ts';
import { requireActor } from '../actors/require-actor.ts';
import { commonRefusals } from '../user-error.ts';
import { WorkItemRef } from './work-item.ts';

export const Decision = builder.prismaNode('Decision', {
  id: { field: 'id' },
  nullable: true,
  description: 'Something that was decided about a work item. It stands until another decision supersedes it.',
  authScopes: { scope: 'work.read' },
  select: { id: true },
  findUnique: (id, ctx) => ({ id, ...reachRecord(requireActor(ctx)) }),
  fields: (t) => ({
    statement: t.exposeString('statement', { description: 'What was decided.' }),
    rationale: t.exposeString('rationale', { description: 'Why; may be empty.' }),
    evidence: t.exposeStringList('evidence', { description: 'URIs or short texts, in the order given.' }),
    recordedAt: t.expose('recordedAt', { type: 'DateTime', description: 'When it was written down.' }),
    recordedBy: t.field({
      type: Actor,
      description: 'Who wrote it down.',
      select: { recordedBy: true },
      resolve: ({ recordedBy }) => readActor(recordedBy),
    }),
    isStanding: t.boolean({
      description: 'Whether it still stands.',
      select: { supersededById: true },
      resolve: ({ supersededById }) => supersededById === null,
    }),
    supersededAt: t.expose('supersededAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was superseded.',
    }),
    supersededBy: t.relation('supersededBy', { nullable: true, description: 'The decision that took its place.' }),
    workItem: t.relation('workItem', { description: 'The work item it is about.' }),
    agentSession: t.relation('agentSession', {
      nullable: true,
      description: 'The agent session that decided, if one did.',
    }),
  }),
});

builder.prismaObjectField('WorkItem', 'decisions', (t) =>
  t.relatedConnection('decisions', {
    cursor: 'id',
    totalCount: true,
    description: 'What was decided about it, newest first.',
    args: {
      standing: t.arg.boolean({
        required: false,
        description: 'True for those that stand, false for superseded ones; both when left out.',
      }),
    },
    query: ({ standing }) => ({
      where: typeof standing === 'boolean' ? { supersededById: standing ? null : { not: null } } : {},
      orderBy: [{ recordedAt: 'desc' }, { id: 'desc' }],
    }),
  }),
);

const RecordDecisionInput = builder.inputType('RecordDecisionInput', {
  description: 'What recordDecision needs.',
  fields: (t) => ({
    workItem: t.field({ type: WorkItemRef, description: 'What it is about.' }),
    sessionId: t.id({ required: false, description: 'The agent session that decided; a session’s own by default.' }),
    statement: t.string({ description: 'What was decided, in at most 4,000 characters.' }),
    rationale: t.string({ defaultValue: '', description: 'Why.' }),
    evidence: t.stringList({ defaultValue: [], description: 'URIs or short texts that speak for it.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

const SupersedeDecisionInput = builder.inputType('SupersedeDecisionInput', {
  description: 'What supersedeDecision needs.',
  fields: (t) => ({
    decisionId: t.id({ description: 'The decision that no longer stands.' }),
    sessionId: t.id({ required: false, description: 'The agent session that decided; a session’s own by default.' }),
    statement: t.string({ description: 'What holds instead, in at most 4,000 characters.' }),
    rationale: t.string({ defaultValue: '', description: 'Why.' }),
    evidence: t.stringList({ defaultValue: [], description: 'URIs or short texts that speak for it.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

const RecordDecisionPayload = decisionPayload('RecordDecisionPayload', 'The decision that was recorded.');
const SupersedeDecisionPayload = decisionPayload('SupersedeDecisionPayload', 'The new decision.');

builder.mutationField('recordDecision', (t) =>
  t.field({
    type: RecordDecisionPayload,
    description: 'Writes down what was decided about a work item.',
    authScopes: { scope: 'work.write' },
    errors: { types: [...commonRefusals] },
    args: { input: t.arg({ type: RecordDecisionInput }) },
    resolve: (_root, { input }, ctx) => ctx.services.work.recordDecision(requireActor(ctx), input),
  }),
);

builder.mutationField('supersedeDecision', (t) =>
  t.field({
    type: SupersedeDecisionPayload,
    description: 'Puts a new decision in the place of one that stands.',
    authScopes: { scope: 'work.write' },
    errors: { types: [...commonRefusals, AlreadySupersededError] },
    args: { input: t.arg({ type: SupersedeDecisionInput }) },
    resolve: (_root, { input }, ctx) => ctx.services.work.supersedeDecision(requireActor(ctx), input),
  }),
);

function decisionPayload(name: string, description: string) {
  return builder.objectRef<{ decisionId: string }>(name).implement({
    description,
    fields: (t) => ({
      decision: t.prismaField({
        type: Decision,
        description: 'The decision, as it stands now.',
        resolve: (query, { decisionId }, _args, ctx) =>
          ctx.db.decision.findUniqueOrThrow({ ...query, where: { id: decisionId } }),
      }),
    }),
  });
}
