import type { Launch, MachineCommandKind } from '#prisma/generated/client/client.ts';
import { type Actor, recordedActor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';

/** Instructs the machine of a launch. The command is given on the machine's stream until it was acknowledged. */
export async function issueCommand(
  tx: Tx,
  ctx: CommandContext,
  actor: Actor,
  { id: launchId, organisationId, machineId, workItemId, agentSessionId }: Launch,
  kind: MachineCommandKind,
): Promise<string> {
  const id = ctx.ids.next('cmd');
  await tx.db.machineCommand.create({
    data: { id, organisationId, machineId, launchId, kind, issuedAt: tx.now },
  });
  tx.record({
    type: 'machine.command_issued',
    ...{ organisationId, workItemId, agentSessionId, machineId },
    actor: recordedActor(actor),
    data: { commandId: id, machineId, launchId, kind },
  });
  return id;
}
