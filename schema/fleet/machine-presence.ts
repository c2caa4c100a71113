import { ConflictError } from '#server/errors.ts';
import { builder } from '../builder.ts';
import { Launch } from '../sessions/launch.ts';
import { Machine } from './machine.ts';
import { requireActor } from '../actors/require-actor.ts';
import { commonRefusals } from '../user-error.ts';

export const INSTANCE = 'The running daemon; a restarted one is another instance. A UUID serves.';

builder.prismaObjectFields(Machine, (t) => ({
  isOnline: t.boolean({
    description: 'Whether a daemon serves it now.',
    select: { presence: { select: { lastSeenAt: true, signedOffAt: true } } },
    resolve: ({ presence }, _args, ctx) => ctx.services.fleet.isMachineOnline(requireActor(ctx), presence),
  }),
  lastSeenAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When its daemon was last heard of; null before one ran there.',
    select: { presence: { select: { lastSeenAt: true } } },
    resolve: ({ presence }) => presence?.lastSeenAt ?? null,
  }),
  daemonVersion: t.string({
    nullable: true,
    description: 'The version of its daemon.',
    select: { presence: { select: { daemonVersion: true } } },
    resolve: ({ presence }) => presence?.daemonVersion ?? null,
  }),
}));

export const machineField = (name: string, description: string) =>
  builder.objectRef<{ machineId: string }>(name).implement({
    description,
    fields: (t) => ({
      machine: t.prismaField({
        type: Machine,
        description: 'The machine, as it stands now.',
        resolve: (query, { machineId: id }, _args, ctx) =>
          ctx.db.machine.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  });

const SignOnMachineInput = builder.inputType('SignOnMachineInput', {
  description: 'What signOnMachine needs.',
  fields: (t) => ({
    instanceId: t.string({ description: INSTANCE }),
    replaces: t.string({
      required: false,
      description: 'The instance before this one, which the daemon knows to be gone.',
    }),
    label: t.string({ description: 'What it calls itself to people, such as `process 4711 on laptop`.' }),
    daemonVersion: t.string({ description: 'Its version.' }),
    platform: t.string({ description: 'The system it runs on, such as linux x64.' }),
  }),
});

const SignOnMachinePayload = builder.objectRef<{ machineId: string }>('SignOnMachinePayload').implement({
  description: 'The machine that a daemon serves from now on.',
  fields: (t) => ({
    machine: t.prismaField({
      type: Machine,
      description: 'The machine, as it stands now.',
      resolve: (query, { machineId: id }, _args, ctx) => ctx.db.machine.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    openLaunches: t.prismaField({
      type: [Launch],
      description: 'The launches that the record takes to be claimed or running there.',
      resolve: (query, { machineId }, _args, ctx) =>
        ctx.db.launch.findMany({
          ...query,
          where: { machineId, state: { in: ['CLAIMED', 'STARTED'] } },
          orderBy: { id: 'asc' },
        }),
    }),
  }),
});

builder.mutationField('signOnMachine', (t) =>
  t.field({
    type: SignOnMachinePayload,
    description: 'Lets a daemon serve its machine; one does at a time.',
    authScopes: { scope: 'machine.write' },
    errors: { types: [...commonRefusals, ConflictError] },
    args: { input: t.arg({ type: SignOnMachineInput, description: 'The daemon.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.fleet.signOnMachine(requireActor(ctx), input),
  }),
);

const RecordHeartbeatInput = builder.inputType('RecordHeartbeatInput', {
  description: 'What recordHeartbeat needs.',
  fields: (t) => ({ instanceId: t.string({ description: INSTANCE }) }),
});

const RecordHeartbeatPayload = builder
  .objectRef<{ machineId: string; launchesToStop: string[] }>('RecordHeartbeatPayload')
  .implement({
    description: 'What a daemon is told with each heartbeat.',
    fields: (t) => ({
      launchIdsToStop: t.idList({
        description: 'Launches there that should not be running any more, as the record stands.',
        resolve: ({ launchesToStop }) => launchesToStop,
      }),
    }),
  });

builder.mutationField('recordHeartbeat', (t) =>
  t.field({
    type: RecordHeartbeatPayload,
    description: 'Notes that a daemon still serves its machine.',
    authScopes: { scope: 'machine.write' },
    errors: { types: [...commonRefusals, ConflictError] },
    args: { input: t.arg({ type: RecordHeartbeatInput, description: 'The daemon.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.fleet.recordHeartbeat(requireActor(ctx), input),
  }),
);

const SignOffMachineInput = builder.inputType('SignOffMachineInput', {
  description: 'What signOffMachine needs.',
  fields: (t) => ({ instanceId: t.string({ description: INSTANCE }) }),
});

builder.mutationField('signOffMachine', (t) =>
  t.field({
    type: machineField('SignOffMachinePayload', 'The machine that is offline now.'),
    description: 'A daemon’s goodbye.',
    authScopes: { scope: 'machine.write' },
    errors: { types: [...commonRefusals] },
    args: { input: t.arg({ type: SignOffMachineInput, description: 'The daemon.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.fleet.signOffMachine(requireActor(ctx), input),
  }),
);
