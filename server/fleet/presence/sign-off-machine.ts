import { type Actor, recordedActor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { requireMachineActor } from '../require-machine-actor.ts';
import { lockPresence } from './sign-on-machine.ts';

export interface SignOffMachineInput {
  instanceId: string;
}

/** A daemon's goodbye: its machine is offline at once. From an instance that serves no machine it changes nothing. */
export async function signOffMachine(
  ctx: CommandContext,
  actor: Actor,
  { instanceId }: SignOffMachineInput,
): Promise<{ machineId: string }> {
  const machineId = requireMachineActor(actor);
  return inTransaction(ctx, async (tx) => {
    const present = await lockPresence(tx, machineId);
    if (present === null || present.instanceId !== instanceId || present.signedOffAt !== null) return { machineId };
    await tx.db.machinePresence.update({ where: { machineId }, data: { signedOffAt: tx.now } });
    const { organisationId } = actor;
    const data = { machineId, instanceId };
    tx.record({ type: 'machine.signed_off', organisationId, actor: recordedActor(actor), machineId, data });
    return { machineId };
  });
}
