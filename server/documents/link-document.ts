import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { requireWorkItem, type WorkItemRef } from '#server/work/require-work-item.ts';
import { type HandoffDocumentRef, lockDocument } from './reach-document.ts';

export interface LinkDocumentInput {
  readonly document: HandoffDocumentRef;
  readonly workItem: WorkItemRef;
}

/**
 * Says which work item a document is about, in the place of any it was about before. Saying the same again changes
 * nothing. Throws NotFoundError for the document or the work item, ValidationError for a reference that names none or two.
 */
export async function linkDocument(
  ctx: CommandContext,
  actor: Actor,
  input: LinkDocumentInput,
): Promise<{ documentId: string }> {
  requireScope(actor, 'work.write');
  return inTransaction(ctx, async (tx) => {
    const { id: documentId, workItemId: before } = await lockDocument(tx, actor, input.document);
    const { id: workItemId } = await requireWorkItem(tx, actor, input.workItem);
    if (workItemId === before) return { documentId };
    await tx.db.handoffDocument.update({ where: { id: documentId }, data: { workItemId } });
    recordLink(tx, actor, { documentId, workItemId }, before);
    return { documentId };
  });
}

/** States that a document is about a work item now, and about which it was before. */
export function recordLink(
  tx: Tx,
  actor: Actor,
  { documentId, workItemId }: { readonly documentId: string; readonly workItemId: string },
  before: string | null = null,
): void {
  const { organisationId } = actor;
  const data = { documentId, ...(before === null ? {} : { previousWorkItemId: before }) };
  tx.record({ type: 'document.linked', organisationId, actor: recordedActor(actor), workItemId, data });
}
