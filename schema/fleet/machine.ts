import { reachRecord } from '#server/auth/authorize.ts';
import { reachMachine } from '#server/auth/reach-machine.ts';
import { ConflictError } from '#server/errors.ts';
import { builder } from '../builder.ts';
import { requireActor } from '../actors/require-actor.ts';
import { SyncMode } from '../sessions/sync-mode.ts';
import { commonRefusals } from '../user-error.ts';

export const Machine = builder.prismaNode('Machine', {
  id: { field: 'id' },
  nullable: true,
  description: 'A computer on which agent sessions run.',
  authScopes: { scope: 'session.read' },
  select: { id: true },
  findUnique: (id, ctx) => ({ id, AND: [reachMachine(requireActor(ctx))] }),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name it goes by in its organisation.' }),
    syncMode: t.expose('syncMode', {
      type: SyncMode,
      description: 'What it lets out of the timelines of sessions registered from now on.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first named.' }),
    agentSessions: t.relatedConnection('agentSessions', {
      cursor: 'id',
      totalCount: true,
      description: 'The sessions that ran on it, newest first.',
      query: (_args, ctx) => ({
        where: reachRecord(requireActor(ctx)),
        orderBy: [{ registeredAt: 'desc' }, { id: 'desc' }],
      }),
    }),
  }),
});

builder.queryField('machines', (t) =>
  t.prismaConnection({
    type: Machine,
    cursor: 'id',
    description: 'The organisation’s machines, by name.',
    authScopes: { scope: 'session.read' },
    totalCount: (_root, _args, ctx) => ctx.db.machine.count({ where: reachMachine(requireActor(ctx)) }),
    resolve: (query, _root, _args, ctx) =>
      ctx.db.machine.findMany({
        ...query,
        where: reachMachine(requireActor(ctx)),
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      }),
  }),
);

const SetMachineSyncModeInput = builder.inputType('SetMachineSyncModeInput', {
  description: 'What setMachineSyncMode needs.',
  fields: (t) => ({
    machineId: t.id({ description: 'The machine.' }),
    syncMode: t.field({ type: SyncMode, description: 'What it lets out from now on.' }),
  }),
});

const SetMachineSyncModePayload = builder.objectRef<{ machineId: string }>('SetMachineSyncModePayload').implement({
  description: 'The machine whose sync mode was set.',
  fields: (t) => ({
    machine: t.prismaField({
      type: Machine,
      description: 'The machine, as it stands now.',
      resolve: (query, { machineId: id }, _args, ctx) => ctx.db.machine.findUniqueOrThrow({ ...query, where: { id } }),
    }),
  }),
});

builder.mutationField('setMachineSyncMode', (t) =>
  t.field({
    type: SetMachineSyncModePayload,
    description: 'Says what a machine lets out of the sessions registered on it from now on. Only a person may.',
    authScopes: { scope: 'machine.write' },
    errors: { types: [...commonRefusals] },
    args: { input: t.arg({ type: SetMachineSyncModeInput, description: 'The machine and its mode.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.machines.setMachineSyncMode(requireActor(ctx), input),
  }),
);

const RenameMachineInput = builder.inputType('RenameMachineInput', {
  description: 'What renameMachine needs.',
  fields: (t) => ({
    machineId: t.id({ description: 'The machine.' }),
    name: t.string({ description: 'The name it goes by from now on.' }),
  }),
});

const RenameMachinePayload = builder.objectRef<{ machineId: string }>('RenameMachinePayload').implement({
  description: 'The machine that was renamed.',
  fields: (t) => ({
    machine: t.prismaField({
      type: Machine,
      description: 'The machine, as it stands now.',
      resolve: (query, { machineId: id }, _args, ctx) => ctx.db.machine.findUniqueOrThrow({ ...query, where: { id } }),
    }),
  }),
});

builder.mutationField('renameMachine', (t) =>
  t.field({
    type: RenameMachinePayload,
    description: 'Gives a machine another name; everything it has and did stays its own. Only a person may.',
    authScopes: { scope: 'machine.write' },
    errors: { types: [...commonRefusals, ConflictError] },
    args: { input: t.arg({ type: RenameMachineInput, description: 'The machine and its name.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.machines.renameMachine(requireActor(ctx), input),
  }),
);
