import type { PrismaClient } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { isOnline } from '../presence/online.ts';
import {
  enabledByDefault,
  isEnabledByDefault,
  type RuntimeOnMachine,
  runtimeVerdict,
  type RuntimeVerdict,
} from './runtime-verdict.ts';

/** One runtime as the organisation has it. */
export interface RuntimeStatus extends RuntimeVerdict {
  readonly runtime: string;
  readonly isEnabled: boolean;
  readonly machines: readonly RuntimeOnMachine[];
}

/** Every runtime that is enabled, was decided on or is served somewhere, by name. Throws ForbiddenError. */
export async function listRuntimes(ctx: CommandContext, actor: Actor): Promise<RuntimeStatus[]> {
  requireScope(actor, 'session.read');
  return readRuntimes(ctx.prisma, actor.organisationId, ctx.clock.now());
}

/** As listRuntimes, for commands that hold a transaction. */
export async function readRuntimes(
  db: Pick<PrismaClient, 'runtimeSetting' | 'machineRuntime' | 'machinePresence'>,
  organisationId: string,
  now: Date,
): Promise<RuntimeStatus[]> {
  const settings = await db.runtimeSetting.findMany({ where: { organisationId } });
  const reports = await db.machineRuntime.findMany({
    where: { organisationId },
    include: { machine: { include: { presence: true } } },
    orderBy: [{ runtime: 'asc' }, { machineId: 'asc' }],
  });
  const present = await db.machinePresence.findFirst({
    where: { organisationId, signedOffAt: null },
    include: { machine: true },
    orderBy: { lastSeenAt: 'desc' },
  });
  const onlineName = present !== null && isOnline(present, now) ? present.machine.name : null;
  const names = new Set([
    ...enabledByDefault,
    ...settings.map(({ runtime }) => runtime),
    ...reports.map(({ runtime }) => runtime),
  ]);
  return [...names].sort().map((runtime) => {
    const setting = settings.find((row) => row.runtime === runtime);
    const isEnabled = setting?.isEnabled ?? isEnabledByDefault(runtime);
    const machines = reports
      .filter((row) => row.runtime === runtime)
      .map(({ machine: { id: machineId, name: machineName, presence }, isInstalled, signIn, isUsable, problem }) => ({
        ...{ machineId, machineName, isOnline: isOnline(presence, now) },
        ...{ isInstalled, signIn, isUsable, problem },
      }));
    return { runtime, isEnabled, machines, ...runtimeVerdict(runtime, isEnabled, machines, onlineName) };
  });
}
