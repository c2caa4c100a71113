import type { MachineCommandKind as KindName } from '#prisma/generated/client/enums.ts';
import { ConflictError, InvalidTransitionError, SessionEndedError } from '#server/errors.ts';
import type { Claimed } from '#server/fleet/commands/claim-machine-command.ts';
import { reachCommand } from '#server/fleet/commands/command-row.ts';
import { openCommandStream, type StreamedCommand } from '#server/fleet/commands/command-stream.ts';
import { sourcePin } from '../documents/freshness/source-pin.ts';
import { builder } from '../builder.ts';
import { SourcePin } from '../handoffs/freshness.ts';
import { Launch } from '../sessions/launch.ts';
import { requireActor } from '../actors/require-actor.ts';
import { commonRefusals } from '../user-error.ts';

const MachineCommandKind = builder.enumType('MachineCommandKind', {
  description: 'What a machine is instructed to do.',
  values: {
    START_SESSION: { description: 'Claim the launch and run its session.' },
    STOP_SESSION: { description: 'End what runs for the launch, with everything it started.' },
  } satisfies Record<KindName, { description: string }>,
});

const MachineCommand = builder.prismaNode('MachineCommand', {
  id: { field: 'id' },
  nullable: true,
  description: 'An instruction to one machine. It is given again until it was acknowledged.',
  authScopes: { scope: 'session.read' },
  select: { id: true },
  findUnique: (id, ctx) => ({ id, AND: [reachCommand(requireActor(ctx))] }),
  fields: (t) => ({
    kind: t.expose('kind', { type: MachineCommandKind, description: 'What is to be done.' }),
    issuedAt: t.expose('issuedAt', { type: 'DateTime', description: 'When it was given first.' }),
    acknowledgedAt: t.expose('acknowledgedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the machine said that it was carried out.',
    }),
    launch: t.relation('launch', { description: 'The launch it is about.' }),
  }),
});

const MachineCommandDelivery = builder.objectRef<StreamedCommand>('MachineCommandDelivery').implement({
  description: 'A command on its way to the machine, and the place to go on after.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'Hand it to `after` to go on from here.' }),
    command: t.prismaField({
      type: MachineCommand,
      description: 'The command, as it stands now.',
      resolve: (query, { commandId: id }, _args, ctx) =>
        ctx.db.machineCommand.findUniqueOrThrow({ ...query, where: { id } }),
    }),
  }),
});

builder.subscriptionField('machineCommands', (t) =>
  t.field({
    type: MachineCommandDelivery,
    description: 'The commands of the machine whose daemon asks, from a place on, in order and without end.',
    authScopes: { scope: 'machine.write' },
    args: {
      after: t.arg.string({
        required: false,
        description:
          'The cursor of the last command you handled; commands after it come first. Without it first all that were not acknowledged.',
      }),
    },
    subscribe: (_root, { after }, ctx) =>
      openCommandStream({ prisma: ctx.db, sequencer: ctx.sequencer }, requireActor(ctx), after ?? undefined),
    resolve: (delivery) => delivery,
  }),
);

const ClaimMachineCommandInput = builder.inputType('ClaimMachineCommandInput', {
  description: 'What claimMachineCommand needs.',
  fields: (t) => ({
    commandId: t.id({ description: 'A command to start a session.' }),
    claimToken: t.string({
      description: 'Written down by the daemon before it claims; who repeats it is the same claimant. A UUID serves.',
    }),
  }),
});

const ClaimMachineCommandPayload = builder.objectRef<Claimed>('ClaimMachineCommandPayload').implement({
  description: 'What a daemon needs to run the session it claimed.',
  fields: (t) => ({
    fence: t.exposeInt('fence', { description: 'Goes with every report on the launch.' }),
    credential: t.exposeString('credential', {
      description: 'The session’s own credential, made for this claim and stored nowhere.',
    }),
    launch: t.prismaField({
      type: Launch,
      description: 'The launch.',
      resolve: (query, { launchId: id }, _args, ctx) => ctx.db.launch.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    sourcePin: t.field({
      type: SourcePin,
      nullable: true,
      description: 'Where the source of that package stood when it was compiled; null where nothing was pinned.',
      resolve: async ({ launchId: id }, _args, ctx) => {
        const { handoffId, packageVersion } = await ctx.db.launch.findUniqueOrThrow({ where: { id } });
        if (handoffId === null || packageVersion === null) return null;
        const where = { handoffId_version: { handoffId, version: packageVersion } };
        const { sourcePin: pin } = await ctx.db.handoffPackage.findUniqueOrThrow({
          where,
          select: { sourcePin: true },
        });
        return pin === null ? null : sourcePin.parse(pin);
      },
    }),
    packageDocument: t.string({
      nullable: true,
      description: 'The package that briefs it, the exact bytes that are hashed; null for the work item alone.',
      resolve: async ({ launchId: id }, _args, ctx) => {
        const { handoffId, packageVersion } = await ctx.db.launch.findUniqueOrThrow({ where: { id } });
        if (handoffId === null || packageVersion === null) return null;
        const where = { handoffId_version: { handoffId, version: packageVersion } };
        return (await ctx.db.handoffPackage.findUniqueOrThrow({ where, select: { document: true } })).document;
      },
    }),
  }),
});

builder.mutationField('claimMachineCommand', (t) =>
  t.field({
    type: ClaimMachineCommandPayload,
    description: 'Takes a command to start a session, for one claimant alone.',
    authScopes: { scope: 'machine.write' },
    errors: { types: [...commonRefusals, ConflictError, InvalidTransitionError, SessionEndedError] },
    args: { input: t.arg({ type: ClaimMachineCommandInput, description: 'The command.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.fleet.claimMachineCommand(requireActor(ctx), input),
  }),
);

const AckMachineCommandInput = builder.inputType('AckMachineCommandInput', {
  description: 'What ackMachineCommand needs.',
  fields: (t) => ({ commandId: t.id({ description: 'The command that was carried out.' }) }),
});

const AckMachineCommandPayload = builder.objectRef<{ commandId: string }>('AckMachineCommandPayload').implement({
  description: 'The command that was acknowledged.',
  fields: (t) => ({
    machineCommand: t.prismaField({
      type: MachineCommand,
      description: 'The command, as it stands now.',
      resolve: (query, { commandId: id }, _args, ctx) =>
        ctx.db.machineCommand.findUniqueOrThrow({ ...query, where: { id } }),
    }),
  }),
});

builder.mutationField('ackMachineCommand', (t) =>
  t.field({
    type: AckMachineCommandPayload,
    description: 'Says that a command was carried out and need not be given again.',
    authScopes: { scope: 'machine.write' },
    errors: { types: [...commonRefusals] },
    args: { input: t.arg({ type: AckMachineCommandInput, description: 'The command.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.fleet.ackMachineCommand(requireActor(ctx), input),
  }),
);
