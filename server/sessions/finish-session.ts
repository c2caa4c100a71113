import type { AgentSession, AgentSessionStatus, SessionExitReason } from '#prisma/generated/client/client.ts';
import { type Actor, recordedActor } from '#server/auth/actor.ts';
import { endSessionCredentials } from '#server/auth/tokens/session-credential.ts';
import type { Tx } from '#server/db/transaction.ts';
import { nextSessionStatus, type SessionCommand } from './lifecycle.ts';

/** How a session can end. */
export type SessionEnd = Extract<AgentSessionStatus, 'COMPLETED' | 'FAILED' | 'CANCELLED'>;

/** What is known of an end. `exitReason` is only known of a session that a daemon ran. */
export interface SessionFinish {
  readonly status: SessionEnd;
  readonly endReason: string | null;
  readonly exitReason?: SessionExitReason;
}

const commandOf: Record<SessionEnd, SessionCommand> = { COMPLETED: 'COMPLETE', FAILED: 'FAIL', CANCELLED: 'CANCEL' };

/**
 * Ends a session and its credentials, and states the fact. For commands that hold its lock. Throws
 * InvalidTransitionError where its status takes no such end.
 */
export async function finishSession(
  tx: Tx,
  actor: Actor,
  { id, organisationId, workItemId, status: from }: AgentSession,
  { status: end, endReason, exitReason }: SessionFinish,
): Promise<void> {
  const status = nextSessionStatus(from, commandOf[end]);
  const reason = exitReason === undefined ? {} : { exitReason };
  await tx.db.agentSession.update({ where: { id }, data: { status, endReason, ...reason, endedAt: tx.now } });
  await endSessionCredentials(tx, actor, id);
  tx.record({
    type: 'session.ended',
    organisationId,
    actor: recordedActor(actor),
    workItemId,
    agentSessionId: id,
    data: { sessionId: id, from, status, ...reason },
  });
}
