import type { Handoff, Launch, Machine } from '#prisma/generated/client/client.ts';
import { type Actor, recordedActor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ValidationError } from '#server/errors.ts';
import { insertSession, type NewSession } from '#server/sessions/insert-session.ts';
import { startWorkItemIfOpen } from '#server/work/change-state.ts';
import { issueCommand } from '../commands/issue-command.ts';

/** How long a session may run when nobody says, and at most, in minutes. */
const DEFAULT_TIMEOUT_MINUTES = 120;
const MAX_TIMEOUT_MINUTES = 24 * 60;

/** Where and how a session is to run on its machine. */
export interface LaunchWanted {
  readonly workspace: string;
  readonly timeoutMs: number;
  /** The handoff whose package briefs it; null for the work item alone. */
  readonly handoff: Handoff | null;
}

/** How long a session may run, in milliseconds. Throws ValidationError for no whole number of minutes within bounds. */
export function timeoutOf(minutes: number | null | undefined): number {
  const wanted = minutes ?? DEFAULT_TIMEOUT_MINUTES;
  if (Number.isInteger(wanted) && wanted >= 1 && wanted <= MAX_TIMEOUT_MINUTES) return wanted * 60_000;
  throw new ValidationError('timeoutMinutes', `must be a whole number from 1 to ${MAX_TIMEOUT_MINUTES}`);
}

/** Whether a handoff has a package to brief from: on offer, or taken on by a session that may have ended since. */
export const isOnOffer = (handoff: Handoff): boolean =>
  handoff.packageHash !== null && (handoff.state === 'COMPILED' || handoff.state === 'ACCEPTED');

/**
 * Writes the session, its launch and the command to the machine, and starts work that nobody started. For commands that
 * checked the rights and hold the work item's lock. Throws as insertSession does.
 */
export async function requestLaunch(
  tx: Tx,
  ctx: CommandContext,
  actor: Actor,
  made: Omit<NewSession, 'status' | 'machine'> & { readonly machine: Machine },
  { workspace, timeoutMs, handoff }: LaunchWanted,
): Promise<{ sessionId: string; launchId: string }> {
  const { workItem, machine } = made;
  const session = await insertSession(tx, ctx, actor, { ...made, status: 'REQUESTED' });
  const launch = await insertLaunch(tx, ctx, actor, {
    ...{ agentSessionId: session.id, workItemId: workItem.id, machineId: machine.id },
    ...{ workspace, timeoutMs, handoffId: handoff?.id ?? null },
    ...{ packageVersion: handoff?.packageVersion ?? null, packageHash: handoff?.packageHash ?? null },
  });
  await issueCommand(tx, ctx, actor, launch, 'START_SESSION');
  await startWorkItemIfOpen(tx, ctx, actor, workItem);
  return { sessionId: session.id, launchId: launch.id };
}

type LaunchFacts = Pick<
  Launch,
  | 'agentSessionId'
  | 'workItemId'
  | 'machineId'
  | 'workspace'
  | 'timeoutMs'
  | 'handoffId'
  | 'packageVersion'
  | 'packageHash'
>;

async function insertLaunch(tx: Tx, ctx: CommandContext, actor: Actor, facts: LaunchFacts): Promise<Launch> {
  const { organisationId } = actor;
  const requested = { requestedAt: tx.now, requestedBy: { ...recordedActor(actor) } };
  const launch = await tx.db.launch.create({
    data: { ...facts, ...requested, id: ctx.ids.next('lch'), organisationId, state: 'REQUESTED' },
  });
  const { agentSessionId, workItemId, machineId, handoffId } = facts;
  tx.record({
    type: 'launch.requested',
    ...{ organisationId, workItemId, agentSessionId, machineId },
    ...(handoffId === null ? {} : { handoffId }),
    actor: recordedActor(actor),
    data: { launchId: launch.id, sessionId: agentSessionId, machineId, ...packageFacts(facts) },
  });
  return launch;
}

const packageFacts = ({ packageVersion, packageHash }: LaunchFacts) => ({
  version: packageVersion,
  hash: packageHash,
});
