import type { MachineCommand, Prisma } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Tx } from '#server/db/transaction.ts';
import { NotFoundError } from '#server/errors.ts';
import { isRowId, shortRef } from '#server/work/row-id.ts';
import { reachLaunch } from '../launches/launch-row.ts';

/** Where-clause for the instructions of machines, by the launches they are about. */
export const reachCommand = (actor: Actor): Prisma.MachineCommandWhereInput => ({ launch: reachLaunch(actor) });

/** An instruction to the machine that asks. Throws NotFoundError. */
export async function requireOwnCommand(tx: Tx, machineId: string, commandId: string): Promise<MachineCommand> {
  const where = { id: commandId, machineId };
  const command = isRowId('cmd', commandId) ? await tx.db.machineCommand.findFirst({ where }) : null;
  if (command === null) throw new NotFoundError('machine command', shortRef(commandId));
  return command;
}
