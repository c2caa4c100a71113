import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { reachRecord, requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { InvalidTransitionError, NotFoundError } from '#server/errors.ts';
import { once } from '#server/idempotency/once.ts';
import { checkedText } from '#server/text-limits.ts';
import { isRowId, shortRef } from '../row-id.ts';

export interface ResolveBlockerInput {
  blockerId: string;
  /** How it was got out of the way. */
  resolution: string;
  idempotencyKey: string;
}

/**
 * Says that a blocker is out of the way. Throws InvalidTransitionError when it was resolved before, also by somebody a
 * moment earlier; NotFoundError; ValidationError naming the field.
 */
export async function resolveBlocker(
  ctx: CommandContext,
  actor: Actor,
  input: ResolveBlockerInput,
): Promise<{ blockerId: string }> {
  requireScope(actor, 'work.write');
  const { blockerId } = input;
  const resolution = checkedText('resolution', input.resolution, 'resolution');
  const { idempotencyKey: key, ...rest } = input;
  return once(ctx, { actor, command: 'resolveBlocker', key, input: rest }, async (tx) => {
    const where = { id: blockerId, ...reachRecord(actor) };
    const blocker = isRowId('blk', blockerId) ? await tx.db.blocker.findFirst({ where }) : null;
    if (blocker === null) throw new NotFoundError('blocker', shortRef(blockerId));
    const by = recordedActor(actor);
    const { count } = await tx.db.blocker.updateMany({
      where: { id: blockerId, status: 'OPEN' },
      data: { status: 'RESOLVED', resolution, resolvedAt: tx.now, resolvedBy: { ...by } },
    });
    if (count === 0) throw new InvalidTransitionError('blocker', 'RESOLVED', 'RESOLVE', []);
    const { organisationId, workItemId } = blocker;
    const session = actor.sessionId === undefined ? {} : { agentSessionId: actor.sessionId };
    tx.record({ type: 'blocker.resolved', organisationId, actor: by, workItemId, ...session, data: { blockerId } });
    return { blockerId };
  });
}
