import type { PrismaClient } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord, reachWorkItem } from '#server/auth/authorize.ts';
import { reachMachine } from '#server/auth/reach-machine.ts';
import { NotFoundError } from '#server/errors.ts';
import type { EventFilter } from './find-events.ts';

/** Throws NotFoundError when a filter names something out of reach: a stream of it would be silent for ever. */
export async function requireReachable(
  db: Pick<PrismaClient, 'workItem' | 'agentSession' | 'handoff' | 'machine'>,
  actor: Actor,
  { workItemId, agentSessionId, handoffId, machineId }: EventFilter,
): Promise<void> {
  const select = { id: true };
  const found = await Promise.all([
    workItemId === undefined || db.workItem.findFirst({ where: { id: workItemId, ...reachWorkItem(actor) }, select }),
    agentSessionId === undefined ||
      db.agentSession.findFirst({ where: { id: agentSessionId, ...reachRecord(actor) }, select }),
    handoffId === undefined || db.handoff.findFirst({ where: { id: handoffId, ...reachRecord(actor) }, select }),
    machineId === undefined ||
      db.machine.findFirst({ where: { AND: [{ id: machineId }, reachMachine(actor)] }, select }),
  ]);
  if (found[0] === null) throw new NotFoundError('work item', workItemId ?? '');
  if (found[1] === null) throw new NotFoundError('agent session', agentSessionId ?? '');
  if (found[2] === null) throw new NotFoundError('handoff', handoffId ?? '');
  if (found[3] === null) throw new NotFoundError('machine', machineId ?? '');
}
