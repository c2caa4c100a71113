import type { Actor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { ConflictError } from '#server/errors.ts';
import { launchesToStop } from '../launches/launches-to-stop.ts';
import { requireMachineActor } from '../require-machine-actor.ts';

export interface RecordHeartbeatInput {
  /** The daemon that signed on. */
  instanceId: string;
}

/**
 * Notes that a daemon still serves its machine, and tells which of its launches should not be running any more: those
 * somebody stopped, whose session ended or whose work was cancelled, also while the machine was away.
 *
 * Throws ConflictError when this instance does not serve the machine: another one does, or it said goodbye.
 */
export async function recordHeartbeat(
  ctx: CommandContext,
  actor: Actor,
  { instanceId }: RecordHeartbeatInput,
): Promise<{ machineId: string; launchesToStop: string[] }> {
  const machineId = requireMachineActor(actor);
  const { count } = await ctx.prisma.machinePresence.updateMany({
    where: { machineId, instanceId, signedOffAt: null },
    data: { lastSeenAt: ctx.clock.now() },
  });
  if (count === 0) {
    const present = await ctx.prisma.machinePresence.findUnique({ where: { machineId } });
    const who = present === null || present.instanceId === instanceId ? 'nobody' : present.label;
    throw new ConflictError(`This daemon does not serve machine ${actor.name}: ${who} does. Sign on first.`);
  }
  return { machineId, launchesToStop: await launchesToStop(ctx.prisma, machineId) };
}
