import type { AgentSession, Launch, SessionExitReason } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { StaleFenceError, ValidationError } from '#server/errors.ts';
import { once } from '#server/idempotency/once.ts';
import { advanceSession } from '#server/sessions/advance-session.ts';
import { finishSession, type SessionEnd } from '#server/sessions/finish-session.ts';
import { hasEnded } from '#server/sessions/lifecycle.ts';
import { lockSession } from '#server/sessions/require-session.ts';
import { checkedText } from '#server/text-limits.ts';
import { requireMachineActor } from '../require-machine-actor.ts';
import { hasCompleted } from './has-completed.ts';
import { lockLaunch, moveLaunch } from './launch-row.ts';
import { type LaunchCommand, nextLaunchState } from './lifecycle.ts';

/** What a daemon can say of a launch it claimed. */
export type ReportedState = 'STARTED' | 'ENDED' | 'UNCERTAIN';

export interface ReportLaunchInput {
  launchId: string;
  /** Of the claim under which it runs. */
  fence: number;
  state: ReportedState;
  /** How it ended, as the daemon judges it; with ENDED alone, and then always. */
  exitReason?: SessionExitReason | null | undefined;
  exitCode?: number | null | undefined;
  exitSignal?: string | null | undefined;
  /** Why, in a sentence with a remedy. */
  detail?: string | null | undefined;
  idempotencyKey: string;
}

const commandOf: Record<ReportedState, LaunchCommand> = { STARTED: 'START', ENDED: 'END', UNCERTAIN: 'LOSE' };

/**
 * Takes a daemon's word on a launch, and moves its session with it. A runtime that ended by itself without completing the
 * work, handing it over or submitting it has EXITED_WITHOUT_COMPLETION, whatever its exit code says.
 *
 * Throws StaleFenceError for a report under an earlier claim, InvalidTransitionError, ValidationError, NotFoundError.
 */
export async function reportLaunch(
  ctx: CommandContext,
  actor: Actor,
  input: ReportLaunchInput,
): Promise<{ launchId: string }> {
  requireMachineActor(actor);
  const { idempotencyKey: key, ...rest } = input;
  const { launchId } = input;
  const given = input.detail ?? null;
  const detail = given === null ? null : checkedText('detail', given, 'endReason');
  if ((input.state === 'ENDED') !== (typeof input.exitReason === 'string')) {
    throw new ValidationError('exitReason', 'comes with ENDED, and only with it');
  }
  return once(ctx, { actor, command: 'reportLaunch', key, input: rest }, async (tx) => {
    const launch = await lockLaunch(tx, actor, launchId);
    requireFence(input.fence, launch.fence);
    const state = nextLaunchState(launch.state, commandOf[input.state]);
    const session = await lockSession(tx, actor, launch.agentSessionId);
    if (input.state === 'UNCERTAIN') {
      await moveLaunch(tx, actor, launch, state, { uncertainty: detail ?? 'Its daemon cannot tell.' });
    } else if (input.state === 'STARTED') {
      await moveLaunch(tx, actor, launch, state, { startedAt: launch.startedAt ?? tx.now, uncertainty: null });
      if (session.status === 'STARTING') await advanceSession(tx, actor, session, 'ACTIVATE');
    } else {
      const exit = { exitCode: input.exitCode ?? null, exitSignal: signalName(input.exitSignal) };
      await moveLaunch(tx, actor, launch, state, { ...exit, endedAt: tx.now, uncertainty: null });
      if (!hasEnded(session.status)) await end(tx, actor, { launch, session, reason: input.exitReason, detail });
    }
    return { launchId };
  });
}

function requireFence(sent: number, current: number): void {
  if (sent < current) throw new StaleFenceError(sent, current);
  if (sent > current) throw new ValidationError('fence', `is ${sent}; no claim of this launch had it`);
}

function signalName(signal: string | null | undefined): string | null {
  if (signal === null || signal === undefined) return null;
  if (/^SIG[A-Z0-9]{1,12}$/.test(signal)) return signal;
  throw new ValidationError('exitSignal', 'must be the name of a signal, such as SIGTERM');
}

interface End {
  readonly launch: Launch;
  readonly session: AgentSession;
  readonly reason: SessionExitReason | null | undefined;
  readonly detail: string | null;
}

async function end(tx: Tx, actor: Actor, { session, reason, detail }: End): Promise<void> {
  const judged = reason ?? 'LOST';
  const exitReason =
    judged === 'COMPLETED' && !(await hasCompleted(tx, session)) ? 'EXITED_WITHOUT_COMPLETION' : judged;
  await finishSession(tx, actor, session, { status: statusOf(exitReason), exitReason, endReason: detail });
}

function statusOf(reason: SessionExitReason): SessionEnd {
  if (reason === 'COMPLETED' || reason === 'EXITED_WITHOUT_COMPLETION') return 'COMPLETED';
  return reason === 'CANCELLED' ? 'CANCELLED' : 'FAILED';
}
