import { type Actor, recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '#server/errors.ts';
import { lockNames } from './lock-names.ts';
import { machineName } from './machine-name.ts';

export interface RenameMachineInput {
  machineId: string;
  name: string;
}

/**
 * Gives a machine another name; everything it has and did stays its own. Only a person may. Throws NotFoundError,
 * ConflictError when another machine has the name, ValidationError, ForbiddenError.
 */
export async function renameMachine(
  ctx: CommandContext,
  actor: Actor,
  { machineId, name: wanted }: RenameMachineInput,
): Promise<{ machineId: string }> {
  if (actor.kind !== 'member') throw new ForbiddenError('Only a person renames a machine.');
  requireScope(actor, 'machine.write');
  const name = machineName('name', wanted);
  const { organisationId } = actor;
  return inTransaction(ctx, async (tx) => {
    await lockNames(tx, organisationId);
    const where = { id: machineId, organisationId };
    const machine = await tx.db.machine.findFirst({ where });
    if (machine === null) throw new NotFoundError('machine', machineId);
    if (machine.name === name) return { machineId };
    const holder = await tx.db.machine.findUnique({ where: { organisationId_name: { organisationId, name } } });
    if (holder !== null) throw new ConflictError(`Another machine is called ${JSON.stringify(name)}.`);
    await tx.db.machine.update({ where: { id: machineId }, data: { name } });
    tx.record({
      type: 'machine.renamed',
      organisationId,
      actor: recordedActor(actor),
      machineId,
      data: { machineId, name },
    });
    return { machineId };
  });
}
