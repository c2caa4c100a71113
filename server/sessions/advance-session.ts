import type { AgentSession } from '#prisma/generated/client/client.ts';
import { type Actor, recordedActor } from '#server/auth/actor.ts';
import type { Tx } from '#server/db/transaction.ts';
import { nextSessionStatus } from './lifecycle.ts';

/**
 * Moves a session that a daemon runs on towards ACTIVE, and states the fact. For commands that hold its lock. Throws
 * InvalidTransitionError where its status does not take the command.
 */
export async function advanceSession(
  tx: Tx,
  actor: Actor,
  { id, organisationId, workItemId, status: from }: AgentSession,
  command: 'LAUNCH' | 'ACTIVATE',
): Promise<void> {
  const status = nextSessionStatus(from, command);
  const started = status === 'ACTIVE' ? { startedAt: tx.now } : {};
  await tx.db.agentSession.update({ where: { id }, data: { status, ...started } });
  tx.record({
    type: 'session.status_changed',
    organisationId,
    actor: recordedActor(actor),
    workItemId,
    agentSessionId: id,
    data: { sessionId: id, from, status },
  });
}
