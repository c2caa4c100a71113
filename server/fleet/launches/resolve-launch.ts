import type { Actor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import { endSessionCredentials } from '#server/auth/tokens/session-credential.ts';
import type { CommandContext } from '#server/command-context.ts';
import { ForbiddenError, InvalidTransitionError } from '#server/errors.ts';
import { once } from '#server/idempotency/once.ts';
import { finishSession } from '#server/sessions/finish-session.ts';
import { hasEnded } from '#server/sessions/lifecycle.ts';
import { lockSession } from '#server/sessions/require-session.ts';
import { issueCommand } from '../commands/issue-command.ts';
import { lockLaunch, moveLaunch } from './launch-row.ts';
import { nextLaunchState } from './lifecycle.ts';

/** What a person found out: nothing runs any more, or nothing ever ran and it shall be tried again. */
export type LaunchResolution = 'ENDED' | 'RELAUNCH';

export interface ResolveLaunchInput {
  launchId: string;
  resolution: LaunchResolution;
  idempotencyKey: string;
}

/**
 * Settles a launch that is UNCERTAIN. Only a person can: what cannot be known is never repeated by itself. A session that
 * was active is not launched again, since what it did cannot be undone; start another one.
 *
 * Throws InvalidTransitionError for a launch that is certain and for a relaunch of a session that was active,
 * NotFoundError, ForbiddenError for all but members.
 */
export async function resolveLaunch(
  ctx: CommandContext,
  actor: Actor,
  input: ResolveLaunchInput,
): Promise<{ launchId: string }> {
  if (actor.kind !== 'member') throw new ForbiddenError('Only a person settles what cannot be known.');
  requireScope(actor, 'session.write');
  const { idempotencyKey: key, ...rest } = input;
  const { launchId, resolution } = input;
  return once(ctx, { actor, command: 'resolveLaunch', key, input: rest }, async (tx) => {
    const launch = await lockLaunch(tx, actor, launchId);
    if (launch.state !== 'UNCERTAIN')
      throw new InvalidTransitionError('launch', launch.state, `RESOLVE_${resolution}`, []);
    const session = await lockSession(tx, actor, launch.agentSessionId);
    if (resolution === 'RELAUNCH') {
      if (session.status !== 'STARTING')
        throw new InvalidTransitionError('agent session', session.status, 'RELAUNCH', ['ENDED']);
      await endSessionCredentials(tx, actor, session.id);
      await moveLaunch(tx, actor, launch, nextLaunchState(launch.state, 'RELAUNCH'), {
        claimToken: null,
        uncertainty: null,
      });
      await issueCommand(tx, ctx, actor, launch, 'START_SESSION');
      return { launchId };
    }
    await moveLaunch(tx, actor, launch, nextLaunchState(launch.state, 'END'), { endedAt: tx.now });
    if (!hasEnded(session.status)) {
      const endReason = 'A person settled that it runs no more; what it did last is not known.';
      await finishSession(tx, actor, session, { status: 'FAILED', endReason, exitReason: 'LOST' });
    }
    return { launchId };
  });
}
