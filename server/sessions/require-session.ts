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
  requireOwnMachine(actor, session);
  return session;
}

/** As lockSession, and throws SessionEndedError when the session takes no more reports. */
export async function lockLiveSession(tx: Tx, actor: Actor, sessionId: string): Promise<AgentSession> {
  const session = await lockSession(tx, actor, sessionId);
  if (hasEnded(session.status)) throw new SessionEndedError(session.id, session.status);
  return session;
}

/** What decides whether a session takes a report, and where it belongs. */
export type LockedSession = Pick<
  AgentSession,
  'id' | 'organisationId' | 'workItemId' | 'machineId' | 'status' | 'syncMode' | 'model'
>;

/** Sessions of one organisation by id, their rows locked until the transaction ends; those that are not there are absent. */
export async function lockSessions(
  tx: Tx,
  organisationId: string,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, LockedSession>> {
  const ids = sessionIds.filter((id) => isRowId('ses', id));
  const rows = await tx.db.$queryRaw<LockedSession[]>`
    SELECT "id", "organisationId", "workItemId", "machineId", "status", "syncMode", "model" FROM "AgentSession"
    WHERE "id" = ANY(${ids}) AND "organisationId" = ${organisationId} ORDER BY "id" FOR NO KEY UPDATE`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** The one of these locked sessions that `actor` reports of, refused as lockLiveSession refuses. */
export function requireLiveSession(
  actor: Actor,
  sessions: ReadonlyMap<string, LockedSession>,
  sessionId: string,
): LockedSession {
  const session = sessions.get(sessionId);
  if (session === undefined || (actor.workItemId !== undefined && actor.workItemId !== session.workItemId)) {
    throw new NotFoundError('agent session', shortRef(sessionId));
  }
  requireOwnSession(actor, session.id);
  requireOwnMachine(actor, session);
  if (hasEnded(session.status)) throw new SessionEndedError(session.id, session.status);
  return session;
}

function requireOwnMachine(actor: Actor, { machineId }: Pick<AgentSession, 'machineId'>): void {
  if (actor.kind === 'machine' && machineId !== actor.id) {
    throw new ForbiddenError('A machine’s credential writes only to the sessions that run on it.');
  }
}
