import type { WorkItem } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { requireOwnSession } from '#server/auth/authorize.ts';
import type { Tx } from '#server/db/transaction.ts';
import { NotFoundError } from '#server/errors.ts';
import { isRowId, shortRef } from '../row-id.ts';

/**
 * The session that a record on this work item is written down for, or null for none. A session's credential records for
 * its own session whether it says so or not; others may name any session of the work item, ended ones too, since whoever
 * looks after a session may write down afterwards what it left.
 *
 * Throws ForbiddenError when a session names another one, NotFoundError when the work item has no such session.
 */
export async function recordingSession(
  tx: Tx,
  actor: Actor,
  workItem: WorkItem,
  sessionId: string | null | undefined,
): Promise<string | null> {
  const id = sessionId ?? actor.sessionId ?? null;
  if (id === null) return null;
  requireOwnSession(actor, id);
  const where = { id, workItemId: workItem.id, organisationId: workItem.organisationId };
  const found = isRowId('ses', id) ? await tx.db.agentSession.count({ where }) : 0;
  if (found === 0) throw new NotFoundError('agent session of this work item', shortRef(id));
  return id;
}
