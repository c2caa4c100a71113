import type { Machine } from '#prisma/generated/client/client.ts';
import { type Actor, recordedActor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { lockNames } from './lock-names.ts';
import { machineName } from './machine-name.ts';

/**
 * The organisation's machine of this name, registered now if it is new. Names are compared in NFC, without surrounding
 * spaces. Two who register it at once get the same machine. Throws ValidationError for `machineName`.
 */
export async function ensureMachine(tx: Tx, ctx: CommandContext, actor: Actor, given: string): Promise<Machine> {
  const name = machineName('machineName', given);
  const { organisationId } = actor;
  const byName = { where: { organisationId_name: { organisationId, name } } };
  const known = await tx.db.machine.findUnique(byName);
  if (known !== null) return known;
  await lockNames(tx, organisationId);
  const { count } = await tx.db.machine.createMany({
    data: [{ id: ctx.ids.next('mch'), organisationId, name, createdAt: tx.now }],
    skipDuplicates: true,
  });
  const machine = await tx.db.machine.findUniqueOrThrow(byName);
  if (count === 1) {
    const data = { machineId: machine.id, syncMode: machine.syncMode };
    tx.record({ type: 'machine.registered', organisationId, actor: recordedActor(actor), machineId: machine.id, data });
  }
  return machine;
}
