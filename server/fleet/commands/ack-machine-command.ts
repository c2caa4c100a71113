import type { Actor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { requireMachineActor } from '../require-machine-actor.ts';
import { requireOwnCommand } from './command-row.ts';

export interface AckMachineCommandInput {
  commandId: string;
}

/** Says that a command was carried out and need not be given again. Saying it again changes nothing. Throws NotFoundError. */
export async function ackMachineCommand(
  ctx: CommandContext,
  actor: Actor,
  { commandId }: AckMachineCommandInput,
): Promise<{ commandId: string }> {
  const machineId = requireMachineActor(actor);
  return inTransaction(ctx, async (tx) => {
    await requireOwnCommand(tx, machineId, commandId);
    const where = { id: commandId, acknowledgedAt: null };
    await tx.db.machineCommand.updateMany({ where, data: { acknowledgedAt: tx.now } });
    return { commandId };
  });
}
