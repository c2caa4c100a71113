import {
  InvalidTransitionError,
  SessionNotEligibleError,
  StalePackageError,
  WorkItemClosedError,
} from '#server/errors.ts';
import type { CompileAnswer, CompileResult as CompileResultName } from '#server/handoffs/compile-handoff.ts';
import { IDEMPOTENCY_KEY } from '../arguments/idempotency-key.ts';
import { builder } from '../builder.ts';
import { Handoff, RejectReason } from './handoff.ts';
import { HandoffPackage } from './handoff-package.ts';
import { requireActor } from '../actors/require-actor.ts';
import { commonRefusals } from '../user-error.ts';
import { WorkItemRef } from '../work/work-item.ts';

/** The payload of a command that answers with the handoff it moved. */
const handoffPayload = (name: string, description: string) =>
  builder.objectRef<{ handoffId: string }>(name).implement({
    description,
    fields: (t) => ({
      handoff: t.prismaField({
        type: Handoff,
        description: 'The handoff, as it stands now.',
        resolve: (query, { handoffId: id }, _args, ctx) =>
          ctx.db.handoff.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  });

const RequestHandoffInput = builder.inputType('RequestHandoffInput', {
  description: 'What requestHandoff needs.',
  fields: (t) => ({
    workItem: t.field({ type: WorkItemRef, description: 'The work to hand over; it must be open.' }),
    fromSessionId: t.id({
      required: false,
      description: 'The session that hands over; a session’s own credential is meant by default.',
    }),
    targetRuntime: t.string({ description: 'The runtime it is meant for, such as codex or claude.' }),
    purpose: t.string({ description: 'Why the work is handed over.' }),
    objective: t.string({ required: false, description: 'What the destination is asked to do.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

builder.mutationField('requestHandoff', (t) =>
  t.field({
    type: handoffPayload('RequestHandoffPayload', 'The handoff that was requested.'),
    description: 'Asks that a work item be taken on by another session. Nothing is compiled yet.',
    authScopes: { scope: 'handoff.create' },
    errors: { types: [...commonRefusals, WorkItemClosedError] },
    args: { input: t.arg({ type: RequestHandoffInput, description: 'The handoff.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.handoffs.requestHandoff(requireActor(ctx), input),
  }),
);

const CompileHandoffInput = builder.inputType('CompileHandoffInput', {
  description: 'What compileHandoff needs.',
  fields: (t) => ({
    handoffId: t.id({ description: 'The handoff.' }),
    objective: t.string({
      required: false,
      description: 'What the destination is asked to do; the one given before stands when this is left out.',
    }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

const CompileResult = builder.enumType('CompileResult', {
  description: 'What a compile came to.',
  values: {
    COMPILED: { description: 'The first package of this handoff.' },
    RECOMPILED: { description: 'Another package: the version went up by one.' },
    UNCHANGED: { description: 'The work has not moved: the package on offer is the answer.' },
  } satisfies Record<CompileResultName, { description: string }>,
});

const CompileHandoffPayload = builder.objectRef<CompileAnswer>('CompileHandoffPayload').implement({
  description: 'The package that the compile came to.',
  fields: (t) => ({
    result: t.expose('result', { type: CompileResult, description: 'Whether it is a new package.' }),
    handoff: t.prismaField({
      type: Handoff,
      description: 'The handoff, as it stands now.',
      resolve: (query, { handoffId: id }, _args, ctx) => ctx.db.handoff.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    package: t.prismaField({
      type: HandoffPackage,
      description: 'The package.',
      resolve: (query, { handoffId, packageVersion: version }, _args, ctx) =>
        ctx.db.handoffPackage.findUniqueOrThrow({
          ...query,
          where: { handoffId_version: { handoffId, version } },
        }),
    }),
  }),
});

builder.mutationField('compileHandoff', (t) =>
  t.field({
    type: CompileHandoffPayload,
    description:
      'Compiles the record of the work into a package and puts it on offer; also again, and after a rejection.',
    authScopes: { scope: 'handoff.create' },
    errors: { types: [...commonRefusals, InvalidTransitionError] },
    args: { input: t.arg({ type: CompileHandoffInput, description: 'The handoff.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.handoffs.compileHandoff(requireActor(ctx), input),
  }),
);

const AcceptHandoffInput = builder.inputType('AcceptHandoffInput', {
  description: 'What acceptHandoff needs.',
  fields: (t) => ({
    handoffId: t.id({ description: 'The handoff.' }),
    packageHash: t.string({ description: 'Hash of the package that was reviewed.' }),
    toSessionId: t.id({ description: 'The session that takes it on.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

builder.mutationField('acceptHandoff', (t) =>
  t.field({
    type: handoffPayload('AcceptHandoffPayload', 'The handoff that was accepted.'),
    description: 'Lets an active session of the work take the handoff on, once, and writes the lineage.',
    authScopes: { scope: 'handoff.accept' },
    errors: { types: [...commonRefusals, InvalidTransitionError, StalePackageError, SessionNotEligibleError] },
    args: { input: t.arg({ type: AcceptHandoffInput, description: 'What was reviewed, and who takes it on.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.handoffs.acceptHandoff(requireActor(ctx), input),
  }),
);

const RejectHandoffInput = builder.inputType('RejectHandoffInput', {
  description: 'What rejectHandoff needs.',
  fields: (t) => ({
    handoffId: t.id({ description: 'The handoff.' }),
    packageHash: t.string({
      required: false,
      description: 'Hash of the package that was reviewed; the one on offer is turned down when this is left out.',
    }),
    reason: t.field({ type: RejectReason, description: 'Why the package is turned down.' }),
    note: t.string({ required: false, description: 'The same in words.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

builder.mutationField('rejectHandoff', (t) =>
  t.field({
    type: handoffPayload('RejectHandoffPayload', 'The handoff that was rejected.'),
    description: 'Turns the package on offer down. The work item stays as it is; compiling offers the handoff again.',
    authScopes: { scope: 'handoff.accept' },
    errors: { types: [...commonRefusals, InvalidTransitionError, StalePackageError] },
    args: { input: t.arg({ type: RejectHandoffInput, description: 'The handoff and the reason.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.handoffs.rejectHandoff(requireActor(ctx), input),
  }),
);

const CompleteHandoffInput = builder.inputType('CompleteHandoffInput', {
  description: 'What completeHandoff needs.',
  fields: (t) => ({
    handoffId: t.id({ description: 'The handoff.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

builder.mutationField('completeHandoff', (t) =>
  t.field({
    type: handoffPayload('CompleteHandoffPayload', 'The handoff that was completed.'),
    description: 'Closes an accepted handoff once its session has done what it took on.',
    authScopes: { scope: 'handoff.accept' },
    errors: { types: [...commonRefusals, InvalidTransitionError] },
    args: { input: t.arg({ type: CompleteHandoffInput, description: 'The handoff.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.handoffs.completeHandoff(requireActor(ctx), input),
  }),
);

const CancelHandoffInput = builder.inputType('CancelHandoffInput', {
  description: 'What cancelHandoff needs.',
  fields: (t) => ({
    handoffId: t.id({ description: 'The handoff.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

builder.mutationField('cancelHandoff', (t) =>
  t.field({
    type: handoffPayload('CancelHandoffPayload', 'The handoff that was called off.'),
    description: 'Calls off a handoff that nobody took on. There is no way back; its packages stay readable.',
    authScopes: { scope: 'handoff.create' },
    errors: { types: [...commonRefusals, InvalidTransitionError] },
    args: { input: t.arg({ type: CancelHandoffInput, description: 'The handoff.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.handoffs.cancelHandoff(requireActor(ctx), input),
  }),
);
