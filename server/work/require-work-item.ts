import type { Prisma, WorkItem } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachWorkItem } from '#server/auth/authorize.ts';
import type { Tx } from '#server/db/transaction.ts';
import { NotFoundError, ValidationError, WorkItemClosedError } from '#server/errors.ts';
import { isClosed } from './lifecycle.ts';
import { isRowId, shortRef } from './row-id.ts';

/** Names a work item by its id or by its key (AUTH-1), one of the two. */
export interface WorkItemRef {
  readonly id?: string | null | undefined;
  readonly key?: string | null | undefined;
}

/** What a key looks like. Anything else is no key, so it is not asked of the database. */
const KEY_PATTERN = /^[A-Z][A-Z0-9]{1,9}-[1-9][0-9]{0,9}$/;

/**
 * The where-clause for the work item that `ref` names within the actor's reach. It matches nothing where no work item could
 * bear the id or key. Throws ValidationError when `ref` names none or two.
 */
export function workItemWhere(actor: Actor, ref: WorkItemRef): Prisma.WorkItemWhereInput {
  const id = ref.id ?? null;
  const key = ref.key ?? null;
  if ((id === null) === (key === null)) {
    throw new ValidationError('workItem', 'must name the work item by exactly one of id and key');
  }
  if (id !== null && isRowId('wrk', id)) return { id, ...reachWorkItem(actor) };
  if (key !== null && KEY_PATTERN.test(key)) return { key, ...reachWorkItem(actor) };
  return { id: { in: [] } };
}

/** The work item that `ref` names; throws NotFoundError when there is none within the actor's reach. */
export async function requireWorkItem(tx: Tx, actor: Actor, ref: WorkItemRef): Promise<WorkItem> {
  const found = await tx.db.workItem.findFirst({ where: workItemWhere(actor, ref) });
  if (found === null) throw new NotFoundError('work item', shortRef(ref.id ?? ref.key ?? ''));
  return found;
}

/**
 * As requireWorkItem, with the row locked until the transaction ends: nobody changes the work item or numbers anything
 * under it meanwhile. Rows that refer to it can still be written by others.
 */
export async function lockWorkItem(tx: Tx, actor: Actor, ref: WorkItemRef): Promise<WorkItem> {
  const { id } = await requireWorkItem(tx, actor, ref);
  await tx.db.$queryRaw`SELECT 1 FROM "WorkItem" WHERE "id" = ${id} FOR NO KEY UPDATE`;
  return requireWorkItem(tx, actor, { id });
}

/**
 * As lockWorkItem, and throws WorkItemClosedError when the work item is completed or cancelled. The lock keeps it open
 * until the transaction ends.
 */
export async function requireOpenWorkItem(tx: Tx, actor: Actor, ref: WorkItemRef): Promise<WorkItem> {
  const workItem = await lockWorkItem(tx, actor, ref);
  if (isClosed(workItem.state)) throw new WorkItemClosedError(workItem.key, workItem.state);
  return workItem;
}
