import type { AgentSessionStatus } from '#prisma/generated/client/client.ts';
import { type Actor, recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import { endSessionCredentials } from '#server/auth/tokens/session-credential.ts';
import type { CommandContext } from '#server/command-context.ts';
import { once } from '#server/idempotency/once.ts';
import { checkedText } from '#server/text-limits.ts';
import { nextSessionStatus, type SessionCommand } from './lifecycle.ts';
import { lockSession } from './require-session.ts';

/** How a session can end. */
export type SessionEnd = Extract<AgentSessionStatus, 'COMPLETED' | 'FAILED' | 'CANCELLED'>;

export interface EndSessionInput {
  sessionId: string;
  status: SessionEnd;
  reason?: string | null | undefined;
  idempotencyKey: string;
}

const commandOf: Record<SessionEnd, SessionCommand> = { COMPLETED: 'COMPLETE', FAILED: 'FAIL', CANCELLED: 'CANCEL' };

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
    const { id, organisationId, workItemId, status: from } = await lockSession(tx, actor, input.sessionId);
    const status = nextSessionStatus(from, commandOf[input.status]);
    await tx.db.agentSession.update({ where: { id }, data: { status, endReason, endedAt: tx.now } });
    await endSessionCredentials(tx, actor, id);
    tx.record({
      type: 'session.ended',
      organisationId,
      actor: recordedActor(actor),
      workItemId,
      agentSessionId: id,
      data: { sessionId: id, from, status },
    });
    return { sessionId: id };
  });
}
