import type { Launch, LaunchState, Prisma } from '#prisma/generated/client/client.ts';
import { type Actor, recordedActor } from '#server/auth/actor.ts';
import { reachRecord } from '#server/auth/authorize.ts';
import type { Tx } from '#server/db/transaction.ts';
import { NotFoundError } from '#server/errors.ts';
import { isRowId, shortRef } from '#server/work/row-id.ts';

/** Where-clause for launches: a machine reaches its own, a session that of its work item, a member all of the organisation. */
export const reachLaunch = (actor: Actor): Prisma.LaunchWhereInput => ({
  ...reachRecord(actor),
  ...(actor.kind === 'machine' ? { machineId: actor.id } : {}),
});

/** The launch, its row locked until the transaction ends. Throws NotFoundError when there is none within the actor's reach. */
export async function lockLaunch(tx: Tx, actor: Actor, launchId: string): Promise<Launch> {
  const where = { id: launchId, ...reachLaunch(actor) };
  const found = isRowId('lch', launchId) ? await tx.db.launch.count({ where }) : 0;
  if (found === 0) throw new NotFoundError('launch', shortRef(launchId));
  await tx.db.$queryRaw`SELECT 1 FROM "Launch" WHERE "id" = ${launchId} FOR NO KEY UPDATE`;
  return tx.db.launch.findUniqueOrThrow({ where: { id: launchId } });
}

/** Moves a launch on, with what else changes, and states the fact when its state is another one. */
export async function moveLaunch(
  tx: Tx,
  actor: Actor,
  { id, organisationId, workItemId, agentSessionId, machineId, state: from }: Launch,
  state: LaunchState,
  data: Prisma.LaunchUncheckedUpdateInput = {},
): Promise<void> {
  const since = state === from ? {} : { uncertainSince: state === 'UNCERTAIN' ? tx.now : null };
  await tx.db.launch.update({ where: { id }, data: { ...data, ...since, state } });
  if (state === from) return;
  tx.record({
    type: 'launch.state_changed',
    ...{ organisationId, workItemId, agentSessionId, machineId },
    actor: recordedActor(actor),
    data: { launchId: id, machineId, sessionId: agentSessionId, from, state },
  });
}
