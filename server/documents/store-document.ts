import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { ConflictError } from '#server/errors.ts';
import { requireWorkItem, type WorkItemRef } from '#server/work/require-work-item.ts';
import { checkedDocument, type DocumentTexts } from './checked-document.ts';
import { recordLink } from './link-document.ts';
import { reachDocument } from './reach-document.ts';

export interface StoreDocumentInput extends DocumentTexts {
  /** The work item it is about; a session's own by default. */
  readonly workItem?: WorkItemRef | null | undefined;
}

/**
 * Keeps a document of a machine here too, for ever and unchanged. It needs no key: the same document again, by its UUID
 * and hash, is found to be there, whoever sends it and however many do at once. What is sent with a work item says that
 * the document is about it, unless it is about one already.
 *
 * Throws ConflictError when another document has the UUID, or one that the actor does not reach; NotFoundError for the
 * work item; ValidationError naming the field. Then nothing was stored.
 */
export async function storeDocument(
  ctx: CommandContext,
  actor: Actor,
  input: StoreDocumentInput,
): Promise<{ documentId: string; isNew: boolean }> {
  requireScope(actor, 'work.write');
  const document = checkedDocument(input);
  const { organisationId } = actor;
  return inTransaction(ctx, async (tx) => {
    const workItemId = await workItemOf(tx, actor, input.workItem);
    const id = ctx.ids.next('doc');
    const by = recordedActor(actor);
    const place = { id, organisationId, workItemId, storedAt: tx.now, storedBy: { ...by } };
    // Of two at once the second waits here for the first, and then finds it.
    const { count } = await tx.db.handoffDocument.createMany({ data: { ...document, ...place }, skipDuplicates: true });
    if (count === 0) return found(tx, actor, document, workItemId);
    const about = workItemId === null ? {} : { workItemId };
    tx.record({ type: 'document.stored', organisationId, actor: by, ...about, data: { documentId: id } });
    return { documentId: id, isNew: true };
  });
}

async function workItemOf(tx: Tx, actor: Actor, ref: WorkItemRef | null | undefined): Promise<string | null> {
  const own = actor.workItemId === undefined ? null : { id: actor.workItemId };
  const wanted = ref ?? own;
  return wanted === null ? null : (await requireWorkItem(tx, actor, wanted)).id;
}

async function found(
  tx: Tx,
  actor: Actor,
  sent: ReturnType<typeof checkedDocument>,
  workItemId: string | null,
): Promise<{ documentId: string; isNew: boolean }> {
  const { handoffId, sha256 } = sent;
  const { organisationId } = actor;
  const stored = await tx.db.handoffDocument.findUniqueOrThrow({
    where: { organisationId_handoffId: { organisationId, handoffId } },
    select: { id: true, sha256: true, workItemId: true },
  });
  if (stored.sha256 !== sha256) {
    throw new ConflictError(
      `Document ${handoffId} is stored here with the SHA-256 ${stored.sha256}, and the one sent has ${sha256}. A document never changes: one of them was altered. Compare both.`,
    );
  }
  if (workItemId !== null && stored.workItemId === null) {
    await tx.db.handoffDocument.update({ where: { id: stored.id }, data: { workItemId } });
    recordLink(tx, actor, { documentId: stored.id, workItemId });
  }
  const isReached = await tx.db.handoffDocument.count({ where: { AND: [{ id: stored.id }, reachDocument(actor)] } });
  if (isReached === 0)
    throw new ConflictError(`Document ${handoffId} is stored here and is about other work than yours.`);
  return { documentId: stored.id, isNew: false };
}
