import type { Actor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { ForbiddenError, NotFoundError } from '#server/errors.ts';
import { once } from '#server/idempotency/once.ts';
import { finishSession } from '#server/sessions/finish-session.ts';
import { hasEnded } from '#server/sessions/lifecycle.ts';
import { lockSession, requireSession } from '#server/sessions/require-session.ts';
import { issueCommand } from '../commands/issue-command.ts';
import { lockLaunch, moveLaunch } from './launch-row.ts';

export interface StopSessionInput {
  sessionId: string;
  idempotencyKey: string;
}

/**
 * Has a machine end what it runs for a session, with everything that session started. One that no machine has taken up
 * is called off at once; else the session ends when the machine says that it did, be it away now or not.
 *
 * Throws NotFoundError for a session that no machine was asked to run, InvalidTransitionError when it has ended,
 * ForbiddenError for all but members.
 */
export async function stopSession(
  ctx: CommandContext,
  actor: Actor,
  input: StopSessionInput,
): Promise<{ sessionId: string }> {
  if (actor.kind !== 'member') throw new ForbiddenError('Only a person stops sessions on machines.');
  requireScope(actor, 'session.write');
  const { idempotencyKey: key, ...rest } = input;
  return once(ctx, { actor, command: 'stopSession', key, input: rest }, async (tx) => {
    const { id: sessionId } = await requireSession(tx, actor, input.sessionId);
    const of = await tx.db.launch.findUnique({ where: { agentSessionId: sessionId }, select: { id: true } });
    if (of === null) throw new NotFoundError('launch of agent session', sessionId);
    const launch = await lockLaunch(tx, actor, of.id);
    const session = await lockSession(tx, actor, sessionId);
    const isUnclaimed = launch.state === 'REQUESTED';
    if (isUnclaimed || hasEnded(session.status)) {
      const endReason = 'Called off before a machine took it up.';
      await finishSession(tx, actor, session, { status: 'CANCELLED', endReason, exitReason: 'CANCELLED' });
    }
    if (isUnclaimed) {
      await moveLaunch(tx, actor, launch, 'ENDED', { stopRequestedAt: tx.now, endedAt: tx.now });
      return { sessionId };
    }
    await tx.db.launch.update({ where: { id: launch.id }, data: { stopRequestedAt: tx.now } });
    await issueCommand(tx, ctx, actor, launch, 'STOP_SESSION');
    return { sessionId };
  });
}
