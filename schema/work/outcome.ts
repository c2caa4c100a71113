import { reachRecord } from '#server/auth/authorize.ts';
import { judgeCriteria, type JudgedCriterion } from '#server/work/judge-criteria.ts';
import { IDEMPOTENCY_KEY } from '../arguments/idempotency-key.ts';
import { builder } from '../builder.ts';
import { Actor, readActor } from '../actors/recorded-actor.ts';
import { requireActor } from '../actors/require-actor.ts';
import { commonRefusals } from '../user-error.ts';
import { WorkItemRef } from './work-item.ts';

/** Newest first, so that the first row is the outcome that counts. */
const newestFirst = [{ recordedAt: 'desc' as const }, { id: 'desc' as const }];

const Outcome = builder.prismaNode('Outcome', {
  id: { field: 'id' },
  nullable: true,
  description: 'How the work stood against its acceptance criteria when somebody looked. The latest outcome counts.',
  authScopes: { scope: 'work.read' },
  select: { id: true },
  findUnique: (id, ctx) => ({ id, ...reachRecord(requireActor(ctx)) }),
  fields: (t) => ({
    summary: t.exposeString('summary', { description: 'What came out.' }),
    metCriteria: t.exposeStringList('metCriteria', { description: 'The criteria found met, by their text.' }),
    unmetCriteria: t.exposeStringList('unmetCriteria', { description: 'The criteria found unmet, by their text.' }),
    evidence: t.exposeStringList('evidence', { description: 'URIs or short texts, in the order given.' }),
    recordedAt: t.expose('recordedAt', { type: 'DateTime', description: 'When it was written down.' }),
    recordedBy: t.field({
      type: Actor,
      description: 'Who wrote it down.',
      select: { recordedBy: true },
      resolve: ({ recordedBy }) => readActor(recordedBy),
    }),
    workItem: t.relation('workItem', { description: 'The work item it is about.' }),
    agentSession: t.relation('agentSession', {
      nullable: true,
      description: 'The agent session that judged, if one did.',
    }),
  }),
});

const AcceptanceCriterion = builder.objectRef<JudgedCriterion>('AcceptanceCriterion').implement({
  description: 'One of the things a work item is judged by.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The criterion.' }),
    met: t.exposeBoolean('isMet', {
      nullable: true,
      description: 'Whether the latest outcome found it met; null when it did not say.',
    }),
  }),
});

builder.prismaObjectFields('WorkItem', (t) => ({
  outcomes: t.relatedConnection('outcomes', {
    cursor: 'id',
    totalCount: true,
    description: 'Every outcome that was recorded, newest first.',
    query: { orderBy: newestFirst },
  }),
  latestOutcome: t.field({
    type: Outcome,
    nullable: true,
    description: 'The outcome that counts; null before the first.',
    select: (_args, _ctx, nested) => ({ outcomes: nested({ take: 1, orderBy: newestFirst }) }),
    resolve: ({ outcomes }) => outcomes[0] ?? null,
  }),
  criteria: t.field({
    type: [AcceptanceCriterion],
    description: 'The acceptance criteria in their order, with what the latest outcome says of each.',
    select: {
      acceptanceCriteria: true,
      outcomes: { take: 1, orderBy: newestFirst, select: { metCriteria: true, unmetCriteria: true } },
    },
    resolve: ({ acceptanceCriteria, outcomes }) => judgeCriteria(acceptanceCriteria, outcomes[0]),
  }),
}));

const RecordOutcomeInput = builder.inputType('RecordOutcomeInput', {
  description: 'What recordOutcome needs. A criterion in neither list was not judged.',
  fields: (t) => ({
    workItem: t.field({ type: WorkItemRef, description: 'What came to it.' }),
    sessionId: t.id({ required: false, description: 'The agent session that judged; a session’s own by default.' }),
    summary: t.string({ description: 'What came out.' }),
    metCriteria: t.stringList({ defaultValue: [], description: 'Acceptance criteria found met, by their exact text.' }),
    unmetCriteria: t.stringList({ defaultValue: [], description: 'Those found unmet, by their exact text.' }),
    evidence: t.stringList({ defaultValue: [], description: 'URIs or short texts that speak for it.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

const RecordOutcomePayload = builder.objectRef<{ outcomeId: string }>('RecordOutcomePayload').implement({
  description: 'The outcome that was recorded.',
  fields: (t) => ({
    outcome: t.prismaField({
      type: Outcome,
      description: 'The outcome.',
      resolve: (query, { outcomeId }, _args, ctx) =>
        ctx.db.outcome.findUniqueOrThrow({ ...query, where: { id: outcomeId } }),
    }),
  }),
});

builder.mutationField('recordOutcome', (t) =>
  t.field({
    type: RecordOutcomePayload,
    description: 'Writes down how the work stands against its acceptance criteria.',
    authScopes: { scope: 'work.write' },
    errors: { types: [...commonRefusals] },
    args: { input: t.arg({ type: RecordOutcomeInput }) },
    resolve: (_root, { input }, ctx) => ctx.services.work.recordOutcome(requireActor(ctx), input),
  }),
);
