import type { BlockerSeverity, WorkItem } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { once } from '#server/idempotency/once.ts';
import { checkedText } from '#server/text-limits.ts';
import { recordingSession } from './recording-session.ts';
import { requireOpenWorkItem, type WorkItemRef } from '../require-work-item.ts';

export interface RaiseBlockerInput {
  workItem: WorkItemRef;
  sessionId?: string | null | undefined;
  title: string;
  /** May be empty. */
  detail: string;
  severity: BlockerSeverity;
  idempotencyKey: string;
}

/**
 * Writes down what is in the way of a work item; its state stays as it is. Throws WorkItemClosedError, since nothing is in
 * the way of closed work; NotFoundError for the work item or the session; ValidationError naming the field.
 */
export async function raiseBlocker(
  ctx: CommandContext,
  actor: Actor,
  input: RaiseBlockerInput,
): Promise<{ blockerId: string }> {
  requireScope(actor, 'work.write');
  const { severity } = input;
  const title = checkedText('title', input.title, 'blockerTitle');
  const detail = checkedText('detail', input.detail, 'blockerDetail', { blank: true });
  const { idempotencyKey: key, ...rest } = input;
  return once(ctx, { actor, command: 'raiseBlocker', key, input: rest }, async (tx) => {
    const workItem = await requireOpenWorkItem(tx, actor, input.workItem);
    const agentSessionId = await recordingSession(tx, actor, workItem, input.sessionId);
    return { blockerId: await insertBlocker(tx, ctx, actor, { workItem, agentSessionId, title, detail, severity }) };
  });
}

/** What a new blocker is made of; its texts are checked by then. */
export interface NewBlocker {
  readonly workItem: WorkItem;
  readonly agentSessionId: string | null;
  readonly title: string;
  readonly detail: string;
  readonly severity: BlockerSeverity;
}

/** Writes an open blocker and its fact; gives its id. For commands that hold the lock of the open work item. */
export async function insertBlocker(
  tx: Tx,
  ctx: CommandContext,
  actor: Actor,
  { workItem: { id: workItemId, organisationId }, agentSessionId, ...blocker }: NewBlocker,
): Promise<string> {
  const blockerId = ctx.ids.next('blk');
  const by = recordedActor(actor);
  const place = { id: blockerId, organisationId, workItemId, agentSessionId };
  await tx.db.blocker.create({
    data: { ...place, ...blocker, status: 'OPEN', raisedAt: tx.now, raisedBy: { ...by } },
  });
  const session = agentSessionId === null ? {} : { agentSessionId };
  const data = { blockerId, severity: blocker.severity };
  tx.record({ type: 'blocker.raised', organisationId, actor: by, workItemId, ...session, data });
  return blockerId;
}
