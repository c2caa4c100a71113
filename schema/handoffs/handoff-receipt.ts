import type { ReceiptItem as Item, ReceiptKind as Kind } from '../documents/receipt/receipt-items.ts';
import { InvalidTransitionError } from '#server/errors.ts';
import type { Receipt } from '#server/handoffs/receipts/read-receipt.ts';
import { AgentSession } from '../sessions/agent-session.ts';
import { IDEMPOTENCY_KEY } from '../arguments/idempotency-key.ts';
import { builder } from '../builder.ts';
import { Handoff } from './handoff.ts';
import { Actor, readActor } from '../actors/recorded-actor.ts';
import { requireActor } from '../actors/require-actor.ts';
import { commonRefusals } from '../user-error.ts';

/** What a field costs that reads a whole document, against 1 for a plain one. */
const DOCUMENT_COST = 25;

const ReceiptKind = builder.enumType('ReceiptKind', {
  description: 'What a statement of a package is to its destination.',
  values: {
    GOAL: { description: 'What the work is for.' },
    OBJECTIVE: { description: 'What the destination is asked to do.' },
    CONSTRAINT: { description: 'What it must keep to.' },
    CRITERION: { description: 'What has to hold for the work to be done.' },
  } satisfies Record<Kind, { description: string }>,
});

const ReceiptItem = builder.objectRef<Item>('ReceiptItem').implement({
  description: 'One statement of a package that binds its destination.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description: 'Names it within its package: goal, objective, constraint-1, criterion-1.',
    }),
    kind: t.expose('kind', { type: ReceiptKind, description: 'What it is.' }),
    text: t.exposeString('text', { description: 'What it says.' }),
  }),
});

const HandoffReceipt = builder.objectRef<Receipt>('HandoffReceipt').implement({
  description: 'What the destination of a handoff said back of its package, and what it did not.',
  fields: (t) => ({
    covered: t.field({
      type: [ReceiptItem],
      description: 'The statements it said back, in the order of the package.',
      resolve: ({ covered }) => [...covered],
    }),
    missing: t.field({
      type: [ReceiptItem],
      description: 'Those it did not; empty for a full receipt.',
      resolve: ({ missing }) => [...missing],
    }),
    packageVersion: t.exposeInt('packageVersion', { description: 'The version of the package that it is about.' }),
    recordedAt: t.expose('recordedAt', { type: 'DateTime', description: 'When it last said something back.' }),
    recordedBy: t.field({
      type: Actor,
      description: 'Who recorded that.',
      resolve: ({ recordedBy }) => readActor(recordedBy),
    }),
    agentSession: t.prismaField({
      type: AgentSession,
      nullable: true,
      description: 'The session that continues the handoff.',
      resolve: (query, { sessionId: id }, _args, ctx) => ctx.db.agentSession.findUnique({ ...query, where: { id } }),
    }),
  }),
});

builder.prismaObjectField(Handoff, 'receipt', (t) =>
  t.field({
    type: HandoffReceipt,
    nullable: true,
    complexity: DOCUMENT_COST,
    description: 'What the session that took it on said back of the package; null while it has said nothing.',
    resolve: ({ id }, _args, ctx) => ctx.services.handoffs.readReceipt(requireActor(ctx), id),
  }),
);

const RecordReceiptInput = builder.inputType('RecordReceiptInput', {
  description: 'What recordReceipt needs.',
  fields: (t) => ({
    handoffId: t.id({ description: 'The accepted handoff.' }),
    echoes: t.stringList({
      description: 'What the destination says back: keys of statements, such as goal or constraint-1, or their texts.',
    }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

const RecordReceiptPayload = builder
  .objectRef<{ handoffId: string; unknown: number }>('RecordReceiptPayload')
  .implement({
    description: 'What the receipt came to.',
    fields: (t) => ({
      unknown: t.exposeInt('unknown', { description: 'How many echoes name no statement of the package.' }),
      handoff: t.prismaField({
        type: Handoff,
        description: 'The handoff, with its receipt.',
        resolve: (query, { handoffId: id }, _args, ctx) =>
          ctx.db.handoff.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  });

builder.mutationField('recordReceipt', (t) =>
  t.field({
    type: RecordReceiptPayload,
    description:
      'Notes what the destination of an accepted handoff understood of its package. A second receipt adds to the first.',
    authScopes: { scope: 'handoff.accept' },
    errors: { types: [...commonRefusals, InvalidTransitionError] },
    args: { input: t.arg({ type: RecordReceiptInput, description: 'The handoff, and what is said back.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.handoffs.recordReceipt(requireActor(ctx), input),
  }),
);
