import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ForbiddenError } from '#server/errors.ts';
import { once } from '#server/idempotency/once.ts';
import { requireProject, type ProjectRef } from './require-project.ts';
import { checkedWorkItemTexts, type WorkItemTexts } from './work-item-texts.ts';

export interface CreateWorkItemInput extends WorkItemTexts {
  project: ProjectRef;
  idempotencyKey: string;
}

/**
 * Creates an open work item with the next key of its project. The number is taken by incrementing the project's row, whose
 * lock lasts to the commit: keys never collide, and one that rolled back leaves no gap.
 *
 * Throws NotFoundError for the project, ValidationError naming the field, ForbiddenError for a session's credential.
 */
export async function createWorkItem(
  ctx: CommandContext,
  actor: Actor,
  input: CreateWorkItemInput,
): Promise<{ workItemId: string }> {
  requireScope(actor, 'work.write');
  if (actor.kind === 'session')
    throw new ForbiddenError('A session credential reaches its own work item and creates no others.');
  const texts = checkedWorkItemTexts(input);
  const { idempotencyKey: key, ...rest } = input;
  return once(ctx, { actor, command: 'createWorkItem', key, input: rest }, (tx) =>
    insertWorkItem(ctx, tx, actor, input.project, texts),
  );
}

/** Writes a new open work item and its fact. For commands that checked rights and texts. Throws NotFoundError for the project. */
export async function insertWorkItem(
  ctx: CommandContext,
  tx: Tx,
  actor: Actor,
  project: ProjectRef,
  texts: WorkItemTexts,
): Promise<{ workItemId: string }> {
  const { id: projectId, organisationId } = await requireProject(tx, actor, project);
  const key = await takeNextKey(tx, projectId);
  const workItemId = ctx.ids.next('wrk');
  const times = { createdAt: tx.now, updatedAt: tx.now };
  await tx.db.workItem.create({
    data: { ...texts, ...times, id: workItemId, organisationId, projectId, key, state: 'OPEN' },
  });
  tx.record({ type: 'work_item.created', organisationId, actor: recordedActor(actor), workItemId, data: { key } });
  return { workItemId };
}

/** The project's row stays locked to the end of the transaction. */
async function takeNextKey(tx: Tx, projectId: string): Promise<string> {
  const { keyPrefix, lastNumber } = await tx.db.project.update({
    where: { id: projectId },
    data: { lastNumber: { increment: 1 } },
    select: { keyPrefix: true, lastNumber: true },
  });
  return `${keyPrefix}-${lastNumber}`;
}
