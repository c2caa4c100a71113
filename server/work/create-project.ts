import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { ConflictError, ForbiddenError, ValidationError } from '#server/errors.ts';
import { once } from '#server/idempotency/once.ts';
import { checkedText } from '#server/text-limits.ts';

/** Key prefixes as people write them: AUTH, WEB2. */
const KEY_PREFIX_PATTERN = /^[A-Z][A-Z0-9]{1,9}$/;

export interface CreateProjectInput {
  keyPrefix: string;
  name: string;
  idempotencyKey: string;
}

/** Creates a project, whose prefix its work items carry in their keys. Throws ConflictError when the prefix is taken. */
export async function createProject(
  ctx: CommandContext,
  actor: Actor,
  input: CreateProjectInput,
): Promise<{ projectId: string }> {
  requireScope(actor, 'work.write');
  if (actor.kind === 'session') throw new ForbiddenError('A session credential does not create projects.');
  if (!KEY_PREFIX_PATTERN.test(input.keyPrefix)) {
    throw new ValidationError(
      'keyPrefix',
      'must be 2 to 10 capital letters and digits, beginning with a letter, such as AUTH',
    );
  }
  const name = checkedText('name', input.name, 'name');
  const { idempotencyKey: key, ...rest } = input;
  return once(ctx, { actor, command: 'createProject', key, input: rest }, async (tx) => {
    const { organisationId } = actor;
    const projectId = ctx.ids.next('prj');
    // Two at once may both find the prefix free, so the database decides which of them has it.
    const { count } = await tx.db.project.createMany({
      data: { id: projectId, organisationId, keyPrefix: input.keyPrefix, name, createdAt: tx.now },
      skipDuplicates: true,
    });
    if (count === 0) throw new ConflictError(`There is already a project ${input.keyPrefix}. Choose another prefix.`);
    tx.record({ type: 'project.created', organisationId, actor: recordedActor(actor), data: { projectId } });
    return { projectId };
  });
}
