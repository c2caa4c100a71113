import type { AgentSession, AgentSessionStatus, Machine, SyncMode, WorkItem } from '#prisma/generated/client/client.ts';
import { type Actor, recordedActor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ValidationError } from '#server/errors.ts';
import { requireSession } from './require-session.ts';
import { sessionSyncMode } from './sync-mode.ts';

/** What a new session is made of; texts are checked by then. */
export interface NewSession {
  readonly workItem: WorkItem;
  readonly machine: Machine | null;
  readonly runtime: string;
  readonly purpose: string;
  readonly providerSessionId: string | null;
  readonly syncMode: SyncMode | null;
  readonly parentSessionId: string | null;
  /** ACTIVE for one that runs already, REQUESTED for one that a machine is asked to run. */
  readonly status: Extract<AgentSessionStatus, 'ACTIVE' | 'REQUESTED'>;
}

/**
 * Writes a new session and its fact. For commands that checked the rights and hold the work item's lock. Throws
 * NotFoundError or ValidationError for the parent, ForbiddenError for a sync mode the actor may not state.
 */
export async function insertSession(
  tx: Tx,
  ctx: CommandContext,
  actor: Actor,
  { workItem, machine, syncMode, parentSessionId, status, ...texts }: NewSession,
): Promise<AgentSession> {
  const { organisationId, id: workItemId } = workItem;
  const session = await tx.db.agentSession.create({
    data: {
      ...texts,
      id: ctx.ids.next('ses'),
      organisationId,
      workItemId,
      status,
      machineId: machine?.id ?? null,
      syncMode: sessionSyncMode(actor, machine, syncMode),
      parentSessionId: await parentOf(tx, actor, workItem, parentSessionId),
      registeredAt: tx.now,
      startedAt: status === 'ACTIVE' ? tx.now : null,
      registeredBy: { ...recordedActor(actor) },
    },
  });
  tx.record({
    type: 'session.registered',
    organisationId,
    actor: recordedActor(actor),
    workItemId,
    agentSessionId: session.id,
    data: { sessionId: session.id, runtime: session.runtime, status: session.status, syncMode: session.syncMode },
  });
  return session;
}

async function parentOf(
  tx: Tx,
  actor: Actor,
  workItem: WorkItem,
  parentSessionId: string | null,
): Promise<string | null> {
  if (parentSessionId === null) return null;
  const parent = await requireSession(tx, actor, parentSessionId);
  if (parent.workItemId !== workItem.id) {
    throw new ValidationError(
      'parentSessionId',
      `belongs to other work than ${workItem.key}; a parent shares the work item`,
    );
  }
  return parent.id;
}
