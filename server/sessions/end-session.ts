import type { Actor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { once } from '#server/idempotency/once.ts';
import { checkedText } from '#server/text-limits.ts';
import { finishSession, type SessionEnd } from './finish-session.ts';
import { lockSession } from './require-session.ts';

export interface EndSessionInput {
  sessionId: string;
  status: SessionEnd;
  reason?: string | null | undefined;
  idempotencyKey: string;
}

/**
 * Ends a session, and its credential with it. Throws NotFoundError, InvalidTransitionError when it has ended already,
 * ForbiddenError when the actor may not write to it, ValidationError for `reason`.
 */
export async function endSession(
  ctx: CommandContext,
  actor: Actor,
  input: EndSessionInput,
): Promise<{ sessionId: string }> {
  requireScope(actor, 'session.write');
  const given = input.reason ?? null;
  const endReason = given === null ? null : checkedText('reason', given, 'endReason');
  const { idempotencyKey: key, ...rest } = input;
  return once(ctx, { actor, command: 'endSession', key, input: rest }, async (tx) => {
    const session = await lockSession(tx, actor, input.sessionId);
    await finishSession(tx, actor, session, { status: input.status, endReason });
    return { sessionId: session.id };
  });
}
