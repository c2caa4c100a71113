import type { SyncMode } from '#prisma/generated/client/client.ts';
import { type Actor, recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { ForbiddenError, NotFoundError } from '#server/errors.ts';

export interface SetMachineSyncModeInput {
  machineId: string;
  syncMode: SyncMode;
}

/**
 * Says what a machine lets out of the timelines of the sessions registered on it from now on; those it has keep theirs.
 * Only a person may: what leaves a machine is not for an agent or its daemon to widen. Throws NotFoundError, and
 * ForbiddenError for anyone but a member.
 */
export async function setMachineSyncMode(
  ctx: CommandContext,
  actor: Actor,
  { machineId, syncMode }: SetMachineSyncModeInput,
): Promise<{ machineId: string }> {
  if (actor.kind !== 'member') throw new ForbiddenError('Only a person changes what a machine lets out.');
  requireScope(actor, 'machine.write');
  const { organisationId } = actor;
  return inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.machine.updateMany({
      where: { id: machineId, organisationId, syncMode: { not: syncMode } },
      data: { syncMode },
    });
    if (count === 1) {
      const data = { machineId, syncMode };
      tx.record({ type: 'machine.sync_mode_changed', organisationId, actor: recordedActor(actor), machineId, data });
    } else if ((await tx.db.machine.count({ where: { id: machineId, organisationId } })) === 0) {
      throw new NotFoundError('machine', machineId);
    }
    return { machineId };
  });
}
