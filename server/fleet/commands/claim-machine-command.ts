import type { Launch } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { endSessionCredentials, issueSessionCredential } from '#server/auth/tokens/session-credential.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { ConflictError, SessionEndedError, ValidationError } from '#server/errors.ts';
import { advanceSession } from '#server/sessions/advance-session.ts';
import { hasEnded } from '#server/sessions/lifecycle.ts';
import { lockSession } from '#server/sessions/require-session.ts';
import { lockLaunch, moveLaunch } from '../launches/launch-row.ts';
import { nextLaunchState } from '../launches/lifecycle.ts';
import { requireMachineActor } from '../require-machine-actor.ts';
import { requireOwnCommand } from './command-row.ts';

const CLAIM_TOKEN_PATTERN = /^[0-9A-Za-z-]{16,64}$/;

export interface ClaimMachineCommandInput {
  commandId: string;
  /** Written into the daemon's ledger before it claims: who repeats a claim with it is the same claimant. */
  claimToken: string;
}

/** What a claim gives. The credential is made for this claim and stored nowhere; a repeated claim gets a new one. */
export interface Claimed {
  readonly commandId: string;
  readonly launchId: string;
  readonly fence: number;
  readonly credential: string;
}

/**
 * Takes a command to start a session, for one claimant alone. Until the start was reported the same claimant may claim
 * again, having lost the answer: the fence grows, and the credential of the lost answer ends.
 *
 * Throws ConflictError when another claimant has it, InvalidTransitionError when the launch is past it, SessionEndedError
 * when the session was called off, ValidationError for a command that starts nothing, NotFoundError, ForbiddenError.
 */
export async function claimMachineCommand(
  ctx: CommandContext,
  actor: Actor,
  { commandId, claimToken }: ClaimMachineCommandInput,
): Promise<Claimed> {
  const machineId = requireMachineActor(actor);
  if (!CLAIM_TOKEN_PATTERN.test(claimToken)) {
    throw new ValidationError('claimToken', 'must be 16 to 64 letters, digits and dashes, such as a UUID');
  }
  return inTransaction(ctx, async (tx) => {
    const { kind, launchId } = await requireOwnCommand(tx, machineId, commandId);
    if (kind !== 'START_SESSION') throw new ValidationError('commandId', 'names a command that is not claimed');
    const launch = await lockLaunch(tx, actor, launchId);
    const state = nextLaunchState(launch.state, 'CLAIM');
    if (launch.state === 'CLAIMED' && launch.claimToken !== claimToken) {
      throw new ConflictError(`Launch ${launchId} was claimed by another claimant of this machine.`);
    }
    const credential = await credentialOf(tx, ctx, actor, launch);
    const fence = launch.fence + 1;
    await moveLaunch(tx, actor, launch, state, { fence, claimToken, claimedAt: launch.claimedAt ?? tx.now });
    return { commandId, launchId, fence, credential };
  });
}

/** A new credential for the session of the launch, in the place of any before it. */
async function credentialOf(tx: Tx, ctx: CommandContext, actor: Actor, launch: Launch): Promise<string> {
  const session = await lockSession(tx, actor, launch.agentSessionId);
  if (hasEnded(session.status)) throw new SessionEndedError(session.id, session.status);
  if (session.status === 'REQUESTED') await advanceSession(tx, actor, session, 'LAUNCH');
  await endSessionCredentials(tx, actor, session.id);
  return issueSessionCredential(tx, ctx, actor, session);
}
