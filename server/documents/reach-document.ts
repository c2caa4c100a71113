import type { HandoffDocument, Prisma } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Tx } from '#server/db/transaction.ts';
import { NotFoundError, ValidationError } from '#server/errors.ts';
import { isRowId, shortRef } from '#server/work/row-id.ts';
import { parseDocumentRef } from './document-reference.ts';

/** Names a stored document by its id here or by its reference on machines, one of the two. */
export interface HandoffDocumentRef {
  readonly id?: string | null | undefined;
  readonly ref?: string | null | undefined;
}

/** Where-clause for documents: a session reaches those of its work item, anybody else the organisation's. */
export const reachDocument = ({ organisationId, workItemId }: Actor): Prisma.HandoffDocumentWhereInput => ({
  organisationId,
  ...(workItemId === undefined ? {} : { AND: [documentsOf(workItemId)] }),
});

/** Where-clause for the documents of one work item: those about it, and the one it was opened from. */
export const documentsOf = (workItemId: string): Prisma.HandoffDocumentWhereInput => ({
  OR: [{ workItemId }, { openedWorkItemId: workItemId }],
});

/**
 * The where-clause for the document that `ref` names within the actor's reach. It matches nothing where no document could
 * bear the id or reference. Throws ValidationError when `ref` names none or two.
 */
export function documentWhere(actor: Actor, { id, ref }: HandoffDocumentRef): Prisma.HandoffDocumentWhereInput {
  const named = [id, ref].filter((text) => typeof text === 'string');
  if (named.length !== 1) throw new ValidationError('document', 'must name the document by exactly one of id and ref');
  if (typeof id === 'string') return isRowId('doc', id) ? { id, ...reachDocument(actor) } : { id: { in: [] } };
  const parsed = parseDocumentRef(ref ?? '');
  if (parsed === undefined) return { id: { in: [] } };
  return { handoffId: parsed.handoffId, ...reachDocument(actor) };
}

/** The document that `ref` names, locked until the transaction ends; throws NotFoundError when there is none within reach. */
export async function lockDocument(tx: Tx, actor: Actor, ref: HandoffDocumentRef): Promise<HandoffDocument> {
  const where = documentWhere(actor, ref);
  const found = await tx.db.handoffDocument.findFirst({ where, select: { id: true } });
  if (found === null) throw new NotFoundError('handoff document', namedBy(ref));
  await tx.db.$queryRaw`SELECT 1 FROM "HandoffDocument" WHERE "id" = ${found.id} FOR NO KEY UPDATE`;
  return tx.db.handoffDocument.findUniqueOrThrow({ where: { id: found.id } });
}

/** A reference is longer than what errors repeat of unknown texts, and is told whole. */
function namedBy({ id, ref }: HandoffDocumentRef): string {
  const name = id ?? ref ?? '';
  return parseDocumentRef(name) === undefined ? shortRef(name) : name;
}
