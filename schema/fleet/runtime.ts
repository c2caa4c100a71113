import type { RuntimeSignIn as SignInName } from '#prisma/generated/client/enums.ts';
import type { RuntimeStatus } from '#server/fleet/runtimes/list-runtimes.ts';
import type { RuntimeOnMachine as OnMachine } from '#server/fleet/runtimes/runtime-verdict.ts';
import { builder } from '../builder.ts';
import { Machine } from './machine.ts';
import { requireActor } from '../actors/require-actor.ts';
import { commonRefusals } from '../user-error.ts';

export const RuntimeSignIn = builder.enumType('RuntimeSignIn', {
  description: 'Whether somebody is signed in to a runtime on a machine, as its daemon found out.',
  values: {
    SIGNED_IN: { description: 'Somebody is, as far as can be seen without asking the provider.' },
    SIGNED_OUT: { description: 'Nobody is.' },
    UNKNOWN: { description: 'The runtime does not tell.' },
  } satisfies Record<SignInName, { description: string }>,
});

const RuntimeOnMachine = builder.objectRef<OnMachine>('RuntimeOnMachine').implement({
  description: 'A runtime on one machine, in the condition in which its daemon reported it.',
  fields: (t) => ({
    isOnline: t.exposeBoolean('isOnline', { description: 'Whether a daemon serves the machine now.' }),
    isInstalled: t.exposeBoolean('isInstalled', { description: 'Whether the runtime is there.' }),
    signIn: t.expose('signIn', { type: RuntimeSignIn, description: 'Whether somebody is signed in to it.' }),
    isUsable: t.exposeBoolean('isUsable', { description: 'Whether a session could run on it.' }),
    problem: t.exposeString('problem', { nullable: true, description: 'Why not, and what to do.' }),
    machine: t.prismaField({
      type: Machine,
      description: 'The machine.',
      resolve: (query, { machineId: id }, _args, ctx) => ctx.db.machine.findUniqueOrThrow({ ...query, where: { id } }),
    }),
  }),
});

const Runtime = builder.objectRef<RuntimeStatus>('Runtime').implement({
  description: 'A kind of coding agent, and whether the organisation can run it now.',
  authScopes: { scope: 'session.read' },
  fields: (t) => ({
    name: t.exposeString('runtime', { description: 'Its name, such as codex or claude.' }),
    isEnabled: t.exposeBoolean('isEnabled', { description: 'Whether the organisation uses it.' }),
    isOffered: t.exposeBoolean('isOffered', {
      description: 'Whether a session of it can start now: enabled, and served by an online machine, signed in.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it is not offered and what would change that, in a sentence; null when it is.',
    }),
    machines: t.field({
      type: [RuntimeOnMachine],
      description: 'The machines that reported on it.',
      resolve: ({ machines }) => [...machines],
    }),
  }),
});

builder.queryField('runtimes', (t) =>
  t.field({
    type: [Runtime],
    description: 'Every runtime that is enabled, was decided on or is served somewhere, by name.',
    authScopes: { scope: 'session.read' },
    resolve: (_root, _args, ctx) => ctx.services.fleet.listRuntimes(requireActor(ctx)),
  }),
);

builder.queryField('offeredRuntimes', (t) =>
  t.field({
    type: [Runtime],
    description: 'The runtimes that a session can start on now, by name.',
    authScopes: { scope: 'session.read' },
    resolve: async (_root, _args, ctx) =>
      (await ctx.services.fleet.listRuntimes(requireActor(ctx))).filter(({ isOffered }) => isOffered),
  }),
);

const SetRuntimeEnabledInput = builder.inputType('SetRuntimeEnabledInput', {
  description: 'What setRuntimeEnabled needs.',
  fields: (t) => ({
    runtime: t.string({ description: 'Its name, such as codex or claude.' }),
    isEnabled: t.boolean({ description: 'Whether the organisation uses it from now on.' }),
  }),
});

const SetRuntimeEnabledPayload = builder.objectRef<{ runtime: string }>('SetRuntimeEnabledPayload').implement({
  description: 'The runtime that was enabled or disabled.',
  fields: (t) => ({
    runtime: t.field({
      type: Runtime,
      description: 'The runtime, as it stands now.',
      resolve: async ({ runtime }, _args, ctx) => {
        const runtimes = await ctx.services.fleet.listRuntimes(requireActor(ctx));
        const found = runtimes.find((status) => status.runtime === runtime);
        const unknown = { runtime, isEnabled: false, isOffered: false, reason: null, machines: [] };
        return found ?? unknown;
      },
    }),
  }),
});

builder.mutationField('setRuntimeEnabled', (t) =>
  t.field({
    type: SetRuntimeEnabledPayload,
    description: 'Lets the organisation use a runtime, or no more. Only a person may.',
    authScopes: { scope: 'machine.write' },
    errors: { types: [...commonRefusals] },
    args: { input: t.arg({ type: SetRuntimeEnabledInput, description: 'The runtime.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.fleet.setRuntimeEnabled(requireActor(ctx), input),
  }),
);
