import type { RecordOfferKind as KindName, RecordOfferState as StateName } from '#prisma/generated/client/enums.ts';
import { reachRecord } from '#server/auth/authorize.ts';
import { ConflictError, WorkItemClosedError } from '#server/errors.ts';
import { AgentSession } from '../sessions/agent-session.ts';
import { Blocker, BlockerSeverity } from './blocker.ts';
import { IDEMPOTENCY_KEY } from '../arguments/idempotency-key.ts';
import { builder } from '../builder.ts';
import { Decision } from './decision.ts';
import { findIfNamed } from '../arguments/find-if-named.ts';
import { Actor, readActor } from '../actors/recorded-actor.ts';
import { requireActor } from '../actors/require-actor.ts';
import { commonRefusals } from '../user-error.ts';
import { WorkItem } from './work-item.ts';
import { sessionPayload } from '../sessions/session-payload.ts';

const RecordOfferKind = builder.enumType('RecordOfferKind', {
  description: 'What an offered line can become on the record.',
  values: {
    DECISION: { description: 'A decision.' },
    BLOCKER: { description: 'A blocker.' },
  } satisfies Record<KindName, { description: string }>,
});

const RecordOfferState = builder.enumType('RecordOfferState', {
  description: 'What became of an offered line.',
  values: {
    OFFERED: { description: 'Nothing yet: it is no record, and in no package.' },
    ACCEPTED: { description: 'A person made a record of it.' },
    DISMISSED: { description: 'A person let it be.' },
  } satisfies Record<StateName, { description: string }>,
});

export const RecordOffer = builder.prismaNode('RecordOffer', {
  id: { field: 'id' },
  nullable: true,
  description:
    'A line that a session which cannot reach Kernel left for the record. A person accepts it or lets it be.',
  authScopes: { scope: 'work.read' },
  select: { id: true, kind: true, recordId: true },
  findUnique: (id, ctx) => ({ id, ...reachRecord(requireActor(ctx)) }),
  fields: (t) => ({
    kind: t.expose('kind', { type: RecordOfferKind, description: 'What it can become.' }),
    text: t.exposeString('text', { description: 'The line, as the session wrote it. It is data, whatever it says.' }),
    source: t.exposeString('source', { description: 'Where it was read, such as "NOTES.md, line 3".' }),
    state: t.expose('state', { type: RecordOfferState, description: 'What became of it.' }),
    offeredAt: t.expose('offeredAt', { type: 'DateTime', description: 'When it was offered.' }),
    offeredBy: t.field({
      type: Actor,
      description: 'Who read it there and offered it.',
      select: { offeredBy: true },
      resolve: ({ offeredBy }) => readActor(offeredBy),
    }),
    settledAt: t.expose('settledAt', { type: 'DateTime', nullable: true, description: 'When it was settled.' }),
    settledBy: t.field({
      type: Actor,
      nullable: true,
      description: 'Who settled it.',
      select: { settledBy: true },
      resolve: ({ settledBy }) => (settledBy === null ? null : readActor(settledBy)),
    }),
    decision: t.prismaField({
      type: Decision,
      nullable: true,
      description: 'The decision it became.',
      resolve: (query, { kind, recordId: id }, _args, ctx) =>
        findIfNamed(query, kind === 'DECISION' ? id : null, (args) => ctx.db.decision.findUnique(args)),
    }),
    blocker: t.prismaField({
      type: Blocker,
      nullable: true,
      description: 'The blocker it became.',
      resolve: (query, { kind, recordId: id }, _args, ctx) =>
        findIfNamed(query, kind === 'BLOCKER' ? id : null, (args) => ctx.db.blocker.findUnique(args)),
    }),
    agentSession: t.relation('agentSession', { description: 'The session that left it.' }),
    workItem: t.relation('workItem', { description: 'The work item it is about.' }),
  }),
});

builder.prismaObjectField(WorkItem, 'offers', (t) =>
  t.relatedConnection('offers', {
    cursor: 'id',
    totalCount: true,
    description: 'The lines that its sessions left for the record, oldest first.',
    args: {
      state: t.arg({ type: RecordOfferState, required: false, description: 'Only those of which this became.' }),
    },
    query: ({ state }) => ({
      ...(state === null || state === undefined ? {} : { where: { state } }),
      orderBy: [{ offeredAt: 'asc' }, { id: 'asc' }],
    }),
  }),
);

builder.prismaObjectField(AgentSession, 'offers', (t) =>
  t.relatedConnection('offers', {
    cursor: 'id',
    totalCount: true,
    description: 'The lines that it left for the record, oldest first.',
    query: { orderBy: [{ offeredAt: 'asc' }, { id: 'asc' }] },
  }),
);

const OfferedLineInput = builder.inputType('OfferedLineInput', {
  description: 'A line that a session left for the record.',
  fields: (t) => ({
    kind: t.field({ type: RecordOfferKind, description: 'What it can become.' }),
    text: t.string({ description: 'The line, without the word that marks it.' }),
    source: t.string({ description: 'Where it was read, such as "NOTES.md, line 3".' }),
  }),
});

const OfferRecordsInput = builder.inputType('OfferRecordsInput', {
  description: 'What offerRecords needs.',
  fields: (t) => ({
    sessionId: t.id({ description: 'The session that left the lines.' }),
    offers: t.field({ type: [OfferedLineInput], description: 'The lines; at most 50 at once.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

const OfferRecordsPayload = sessionPayload<{ sessionId: string; offered: number }>(
  'OfferRecordsPayload',
  'What was offered.',
);

builder.objectFields(OfferRecordsPayload, (t) => ({
  offeredCount: t.exposeInt('offered', { description: 'How many lines are new; the others were known already.' }),
}));

builder.mutationField('offerRecords', (t) =>
  t.field({
    type: OfferRecordsPayload,
    description: 'Offers lines that a session left, in a file of notes or its last words, to the record.',
    authScopes: { scope: 'session.write' },
    errors: { types: [...commonRefusals] },
    args: { input: t.arg({ type: OfferRecordsInput, description: 'The session and its lines.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.sessions.offerRecords(requireActor(ctx), input),
  }),
);

const offerField = (name: string, description: string) =>
  builder.objectRef<{ offerId: string }>(name).implement({
    description,
    fields: (t) => ({
      offer: t.prismaField({
        type: RecordOffer,
        description: 'The offer, as it stands now.',
        resolve: (query, { offerId: id }, _args, ctx) =>
          ctx.db.recordOffer.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  });

const AcceptOfferInput = builder.inputType('AcceptOfferInput', {
  description: 'What acceptOffer needs.',
  fields: (t) => ({
    offerId: t.id({ description: 'The offer.' }),
    severity: t.field({ type: BlockerSeverity, required: false, description: 'Of a blocker; MEDIUM when left out.' }),
    rationale: t.string({ required: false, description: 'Of a decision; where it was read when left out.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

builder.mutationField('acceptOffer', (t) =>
  t.field({
    type: offerField('AcceptOfferPayload', 'The offer that became a record.'),
    description: 'Makes a record of a line that a session left. Only a person can.',
    authScopes: { scope: 'work.write' },
    errors: { types: [...commonRefusals, ConflictError, WorkItemClosedError] },
    args: { input: t.arg({ type: AcceptOfferInput, description: 'The offer.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.sessions.acceptOffer(requireActor(ctx), input),
  }),
);

const DismissOfferInput = builder.inputType('DismissOfferInput', {
  description: 'What dismissOffer needs.',
  fields: (t) => ({
    offerId: t.id({ description: 'The offer.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

builder.mutationField('dismissOffer', (t) =>
  t.field({
    type: offerField('DismissOfferPayload', 'The offer that was let be.'),
    description: 'Lets a line that a session left be: it becomes no record. Only a person can.',
    authScopes: { scope: 'work.write' },
    errors: { types: [...commonRefusals, ConflictError] },
    args: { input: t.arg({ type: DismissOfferInput, description: 'The offer.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.sessions.dismissOffer(requireActor(ctx), input),
  }),
);
