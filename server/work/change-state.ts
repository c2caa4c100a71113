import type { WorkItem } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { once } from '#server/idempotency/once.ts';
import { nextWorkItemState, type WorkItemCommand } from './lifecycle.ts';
import { requireWorkItem, type WorkItemRef } from './require-work-item.ts';

export interface ChangeStateInput {
  workItem: WorkItemRef;
  idempotencyKey: string;
}

type StateCommand = (ctx: CommandContext, actor: Actor, input: ChangeStateInput) => Promise<{ workItemId: string }>;

/** Takes the work up, or takes it up again after a review. Throws InvalidTransitionError in other states. */
export const startWorkItem: StateCommand = (ctx, actor, input) => runCommand(ctx, actor, 'START', input);

/** Says that the work stands still until something outside it happens. */
export const blockWorkItem: StateCommand = (ctx, actor, input) => runCommand(ctx, actor, 'BLOCK', input);

/** Says that what stopped the work is gone. */
export const unblockWorkItem: StateCommand = (ctx, actor, input) => runCommand(ctx, actor, 'UNBLOCK', input);

/** Offers the work for review. */
export const submitWorkItem: StateCommand = (ctx, actor, input) => runCommand(ctx, actor, 'SUBMIT', input);

/** Closes the work item as done. */
export const completeWorkItem: StateCommand = (ctx, actor, input) => runCommand(ctx, actor, 'COMPLETE', input);

/** Closes the work item as not to be done. */
export const cancelWorkItem: StateCommand = (ctx, actor, input) => runCommand(ctx, actor, 'CANCEL', input);

/** Opens a closed work item again; a session or START takes it up. */
export const reopenWorkItem: StateCommand = (ctx, actor, input) => runCommand(ctx, actor, 'REOPEN', input);

function runCommand(
  ctx: CommandContext,
  actor: Actor,
  command: WorkItemCommand,
  input: ChangeStateInput,
): Promise<{ workItemId: string }> {
  requireScope(actor, 'work.write');
  const { idempotencyKey: key, ...rest } = input;
  return once(ctx, { actor, command: `${command.toLowerCase()}WorkItem`, key, input: rest }, async (tx) => {
    for (;;) {
      const workItem = await requireWorkItem(tx, actor, input.workItem);
      if (await changeState(tx, ctx, actor, workItem, command)) return { workItemId: workItem.id };
    }
  });
}

/**
 * Starts the work item when it is open, as the first session on it does; leaves it alone in any other state. For
 * neighbours that hold a transaction.
 */
export async function startWorkItemIfOpen(
  tx: Tx,
  ctx: CommandContext,
  actor: Actor,
  workItem: WorkItem,
): Promise<void> {
  if (workItem.state === 'OPEN') await changeState(tx, ctx, actor, workItem, 'START');
}

/**
 * Moves the work item on, unless somebody moved it since it was read: then nothing is written and the answer is false.
 * The old state is in the condition of the update, so of two racing changes one finds its state gone and is judged anew.
 */
async function changeState(
  tx: Tx,
  ctx: CommandContext,
  actor: Actor,
  workItem: WorkItem,
  command: WorkItemCommand,
): Promise<boolean> {
  const { id, organisationId, state: from } = workItem;
  const to = nextWorkItemState(from, command);
  const { count } = await tx.db.workItem.updateMany({
    where: { id, state: from },
    data: { state: to, updatedAt: tx.now },
  });
  if (count === 0) return false;
  await tx.db.workItemStateChange.create({
    data: { id: ctx.ids.next('wsc'), organisationId, workItemId: id, from, to, changedAt: tx.now },
  });
  tx.record({
    type: 'work_item.state_changed',
    organisationId,
    actor: recordedActor(actor),
    workItemId: id,
    data: { from, to },
  });
  return true;
}
