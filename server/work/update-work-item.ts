import type { WorkItem } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { StaleRevisionError } from '#server/errors.ts';
import { onceIfKeyed } from '#server/idempotency/once-if-keyed.ts';
import { requireOpenWorkItem, type WorkItemRef } from './require-work-item.ts';
import { workItemFieldChecks, type WorkItemTexts } from './work-item-texts.ts';

/** Fields left out, or null, stay as they are. */
type WantedTexts = { readonly [Field in keyof WorkItemTexts]?: WorkItemTexts[Field] | null | undefined };

export interface UpdateWorkItemInput extends WantedTexts {
  readonly workItem: WorkItemRef;
  /** The revision that the caller read. */
  readonly revision: number;
  /** May be left out: a change made against a revision is made once. */
  readonly idempotencyKey?: string | null | undefined;
}

type Changes = Partial<WorkItemTexts>;

/**
 * Sets fields of an open work item. Only what differs is written; when nothing differs, nothing is written, no event is
 * recorded and the revision stays.
 *
 * Throws StaleRevisionError when the work item is at another revision than the caller read, WorkItemClosedError when it
 * is closed, NotFoundError, ValidationError.
 */
export async function updateWorkItem(
  ctx: CommandContext,
  actor: Actor,
  input: UpdateWorkItemInput,
): Promise<{ workItemId: string }> {
  requireScope(actor, 'work.write');
  const wanted = checkedChanges(input);
  const { idempotencyKey: key, ...rest } = input;
  return onceIfKeyed(ctx, { actor, command: 'updateWorkItem', key, input: rest }, async (tx) => {
    const workItem = await requireOpenWorkItem(tx, actor, input.workItem);
    const { id: workItemId, organisationId, revision } = workItem;
    if (input.revision !== revision) throw new StaleRevisionError(input.revision, revision);
    const changes = differing(workItem, wanted);
    const fields = Object.keys(changes);
    if (fields.length === 0) return { workItemId };
    await tx.db.workItem.update({
      where: { id: workItemId },
      data: { ...changes, revision: revision + 1, updatedAt: tx.now },
    });
    const data = { revision: revision + 1, fields: fields.join(',') };
    tx.record({ type: 'work_item.updated', organisationId, actor: recordedActor(actor), workItemId, data });
    return { workItemId };
  });
}

function checkedChanges(wanted: WantedTexts): Changes {
  const changes: Changes = {};
  for (const field of Object.keys(workItemFieldChecks) as (keyof WorkItemTexts)[]) check(field);
  return changes;

  function check<Field extends keyof WorkItemTexts>(field: Field): void {
    const value = wanted[field];
    if (value !== undefined && value !== null) changes[field] = workItemFieldChecks[field](value);
  }
}

function differing(workItem: WorkItem, wanted: Changes): Changes {
  const isOther = ([field, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(workItem[field as keyof WorkItemTexts]);
  return Object.fromEntries(Object.entries(wanted).filter(isOther));
}
