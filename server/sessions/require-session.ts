import type { AgentSession, Prisma } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord, requireOwnSession } from '#server/auth/authorize.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ForbiddenError, NotFoundError, SessionEndedError } from '#server/errors.ts';
import { isRowId, shortRef } from '#server/work/row-id.ts';
import { hasEnded } from './lifecycle.ts';

/** The where-clause for the session with this id within the actor's reach; what can be no id matches nothing. */
export const sessionWhere = (actor: Actor, sessionId: string): Prisma.AgentSessionWhereInput =>
  isRowId('ses', sessionId) ? { id: sessionId, ...reachRecord(actor) } : { id: { in: [] } };

/** The session. Throws NotFoundError when there is none within the actor's reach. */
export async function requireSession(tx: Tx, actor: Actor, sessionId: string): Promise<AgentSession> {
  const session = await tx.db.agentSession.findFirst({ where: sessionWhere(actor, sessionId) });
  if (session !== null) return session;
  throw new NotFoundError('agent session', shortRef(sessionId));
}

/**
 * The session, to be written to by `actor`, with its row locked until the transaction ends. Throws NotFoundError, and
 * ForbiddenError when a session writes to another one or a machine to one that does not run on it.
 */
export async function lockSession(tx: Tx, actor: Actor, sessionId: string): Promise<AgentSession> {
  const { id } = await requireSession(tx, actor, sessionId);
  requireOwnSession(actor, id);
  await tx.db.$queryRaw`SELECT 1 FROM "AgentSession" WHERE "id" = ${id} FOR NO KEY UPDATE`;
  const session = await requireSession(tx, actor, id);
  if (actor.kind === 'machine' && session.machineId !== actor.id) {
    throw new ForbiddenError('A machine’s credential writes only to the sessions that run on it.');
  }
  return session;
}

/** As lockSession, and throws SessionEndedError when the session takes no more reports. */
export async function lockLiveSession(tx: Tx, actor: Actor, sessionId: string): Promise<AgentSession> {
  const session = await lockSession(tx, actor, sessionId);
  if (hasEnded(session.status)) throw new SessionEndedError(session.id, session.status);
  return session;
}
