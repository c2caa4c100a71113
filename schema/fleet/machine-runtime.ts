import { ConflictError } from '#server/errors.ts';
import { builder } from '../builder.ts';
import { Machine } from './machine.ts';
import { INSTANCE, machineField } from './machine-presence.ts';
import { requireActor } from '../actors/require-actor.ts';
import { RuntimeSignIn } from './runtime.ts';
import { commonRefusals } from '../user-error.ts';

builder.prismaObjectField(Machine, 'runtimes', (t) =>
  t.relation('runtimes', {
    description: 'What its daemon said of runtimes, by name.',
    query: { orderBy: { runtime: 'asc' } },
  }),
);

builder.prismaObject('MachineRuntime', {
  description: 'What a machine says of one runtime.',
  fields: (t) => ({
    runtime: t.exposeString('runtime', { description: 'Its name, such as codex or claude.' }),
    isInstalled: t.exposeBoolean('isInstalled', { description: 'Whether it is there.' }),
    path: t.exposeString('path', { nullable: true, description: 'Where its program lies.' }),
    version: t.exposeString('version', { nullable: true, description: 'Its version.' }),
    signIn: t.expose('signIn', { type: RuntimeSignIn, description: 'Whether somebody is signed in to it.' }),
    isUsable: t.exposeBoolean('isUsable', { description: 'Whether a session could run on it.' }),
    problem: t.exposeString('problem', { nullable: true, description: 'Why not, and what to do.' }),
    reportedAt: t.expose('reportedAt', { type: 'DateTime', description: 'When it was said last.' }),
  }),
});

const RuntimeReportInput = builder.inputType('RuntimeReportInput', {
  description: 'What a machine says of one runtime.',
  fields: (t) => ({
    runtime: t.string({ description: 'Its name, such as codex or claude.' }),
    isInstalled: t.boolean({ description: 'Whether it is there.' }),
    path: t.string({ required: false, description: 'Where its program lies.' }),
    version: t.string({ required: false, description: 'Its version.' }),
    signIn: t.field({ type: RuntimeSignIn, description: 'Whether somebody is signed in to it.' }),
    isUsable: t.boolean({ description: 'Whether a session could run on it.' }),
    problem: t.string({ required: false, description: 'Why not, and what to do.' }),
  }),
});

const ReportRuntimesInput = builder.inputType('ReportRuntimesInput', {
  description: 'What reportRuntimes needs.',
  fields: (t) => ({
    instanceId: t.string({ description: INSTANCE }),
    runtimes: t.field({ type: [RuntimeReportInput], description: 'All of them: what is left out is not served.' }),
  }),
});

builder.mutationField('reportRuntimes', (t) =>
  t.field({
    type: machineField('ReportRuntimesPayload', 'The machine that was reported on.'),
    description: 'Says what runtimes a machine has and in what condition.',
    authScopes: { scope: 'machine.write' },
    errors: { types: [...commonRefusals, ConflictError] },
    args: { input: t.arg({ type: ReportRuntimesInput, description: 'The report.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.fleet.reportRuntimes(requireActor(ctx), input),
  }),
);
