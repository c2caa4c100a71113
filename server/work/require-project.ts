import type { Project } from '#prisma/generated/client/client.ts';
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

/** The project that `ref` names; throws NotFoundError when the actor's organisation has none. */
export async function requireProject(tx: Tx, actor: Actor, ref: ProjectRef): Promise<Project> {
  const id = ref.id ?? null;
  const keyPrefix = ref.keyPrefix ?? null;
  if ((id === null) === (keyPrefix === null)) {
    throw new ValidationError('project', 'must name the project by exactly one of id and keyPrefix');
  }
  const { organisationId } = actor;
  const where = id !== null && isRowId('prj', id) ? { id, organisationId } : byPrefix(organisationId, keyPrefix);
  const found = where === null ? null : await tx.db.project.findFirst({ where });
  if (found === null) throw new NotFoundError('project', shortRef(id ?? keyPrefix ?? ''));
  return found;
}

const byPrefix = (
  organisationId: string,
  keyPrefix: string | null,
): { organisationId: string; keyPrefix: string } | null =>
  keyPrefix !== null && KEY_PREFIX_PATTERN.test(keyPrefix) ? { organisationId, keyPrefix } : null;
