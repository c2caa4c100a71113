import type { AgentSession } from '#prisma/generated/client/client.ts';
import type { Tx } from '#server/db/transaction.ts';

/**
 * Whether the record shows that a session did what it was started for: its work is completed or in review, the handoff it
 * took on was completed, or it handed the work over.
 */
export async function hasCompleted(
  tx: Tx,
  { id, workItemId, handoffId }: Pick<AgentSession, 'id' | 'workItemId' | 'handoffId'>,
): Promise<boolean> {
  const work = await tx.db.workItem.count({ where: { id: workItemId, state: { in: ['COMPLETED', 'REVIEW'] } } });
  if (work > 0) return true;
  const took = handoffId === null ? [] : [{ id: handoffId, state: 'COMPLETED' as const }];
  const gave = { sourceSessionId: id, state: { not: 'CANCELLED' as const } };
  return (await tx.db.handoff.count({ where: { workItemId, OR: [...took, gave] } })) > 0;
}
