import type { Prisma, Project } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Tx } from '#server/db/transaction.ts';
import { NotFoundError, ValidationError } from '#server/errors.ts';
import { isRowId, shortRef } from './row-id.ts';

/** Names a project by its id or by its key prefix (AUTH), one of the two. */
export interface ProjectRef {
  readonly id?: string | null | undefined;
  readonly keyPrefix?: string | null | undefined;
}

const KEY_PREFIX_PATTERN = /^[A-Z][A-Z0-9]{1,9}$/;

/** Where-clause for projects: a session reaches the one that numbers its work item, anybody else the organisation's. */
export const reachProject = ({ organisationId, workItemId }: Actor): Prisma.ProjectWhereInput => ({
  organisationId,
  ...(workItemId === undefined ? {} : { workItems: { some: { id: workItemId } } }),
});

/**
 * The where-clause for the project that `ref` names within the actor's reach. It matches nothing where no project could
 * bear the id or prefix. Throws ValidationError when `ref` names none or two.
 */
export function projectWhere(actor: Actor, ref: ProjectRef): Prisma.ProjectWhereInput {
  const id = ref.id ?? null;
  const keyPrefix = ref.keyPrefix ?? null;
  if ((id === null) === (keyPrefix === null)) {
    throw new ValidationError('project', 'must name the project by exactly one of id and keyPrefix');
  }
  if (id !== null && isRowId('prj', id)) return { id, ...reachProject(actor) };
  if (keyPrefix !== null && KEY_PREFIX_PATTERN.test(keyPrefix)) return { keyPrefix, ...reachProject(actor) };
  return { id: { in: [] } };
}

/** The project that `ref` names; throws NotFoundError when none is within the actor's reach. */
export async function requireProject(tx: Tx, actor: Actor, ref: ProjectRef): Promise<Project> {
  const found = await tx.db.project.findFirst({ where: projectWhere(actor, ref) });
  if (found === null) throw new NotFoundError('project', shortRef(ref.id ?? ref.keyPrefix ?? ''));
  return found;
}
