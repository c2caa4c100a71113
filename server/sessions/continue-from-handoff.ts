import type { AgentSession, Handoff } from '#prisma/generated/client/client.ts';
import type { Tx } from '#server/db/transaction.ts';
import { SessionNotEligibleError } from '#server/errors.ts';

export interface ContinueFromHandoffArguments {
  readonly session: Pick<AgentSession, 'id' | 'parentSessionId'>;
  readonly handoff: Pick<Handoff, 'id' | 'sourceSessionId'>;
}

/**
 * Writes the lineage of an accepted handoff onto the session that takes it on: the handoff, and as parent the session it
 * came from, unless whoever registered the session stated a parent. For the handoffs domain, which has checked the rules
 * of accept; the two that another transaction could break meanwhile are in the condition of the update.
 *
 * Throws SessionNotEligibleError when the session continues another handoff by now, or is no longer active.
 */
export async function continueFromHandoff(tx: Tx, { session, handoff }: ContinueFromHandoffArguments): Promise<void> {
  const parentSessionId = session.parentSessionId ?? handoff.sourceSessionId;
  const { count } = await tx.db.agentSession.updateMany({
    where: { id: session.id, status: 'ACTIVE', handoffId: null },
    data: { handoffId: handoff.id, parentSessionId },
  });
  if (count === 1) return;
  const { status } = await tx.db.agentSession.findUniqueOrThrow({
    where: { id: session.id },
    select: { status: true },
  });
  if (status !== 'ACTIVE') {
    throw new SessionNotEligibleError('NOT_ACTIVE', `Agent session ${session.id} is ${status.toLowerCase()}.`);
  }
  throw new SessionNotEligibleError('ALREADY_CONTINUES', `Agent session ${session.id} continues another handoff.`);
}
