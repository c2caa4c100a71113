import type { WorkItem } from '#prisma/generated/client/client.ts';
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
 * The work item that `ref` names. Throws NotFoundError when there is none within the actor's reach, and ValidationError
 * when `ref` names none or two.
 */
export async function requireWorkItem(tx: Tx, actor: Actor, ref: WorkItemRef): Promise<WorkItem> {
  const id = ref.id ?? null;
  const key = ref.key ?? null;
  if ((id === null) === (key === null)) {
    throw new ValidationError('workItem', 'must name the work item by exactly one of id and key');
  }
  const where = id !== null && isRowId('wrk', id) ? { id } : byKey(key);
  const found =
    where === null ? null : await tx.db.workItem.findFirst({ where: { ...where, ...reachWorkItem(actor) } });
  if (found === null) throw new NotFoundError('work item', shortRef(id ?? key ?? ''));
  return found;
}

const byKey = (key: string | null): { key: string } | null => (key !== null && KEY_PATTERN.test(key) ? { key } : null);

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
