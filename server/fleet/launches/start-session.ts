import type { Handoff, Launch, SyncMode } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ForbiddenError, InvalidTransitionError, ValidationError } from '#server/errors.ts';
import { availableCommands } from '#server/handoffs/lifecycle.ts';
import { lockHandoff } from '#server/handoffs/lock-handoff.ts';
import { requireOnOffer } from '#server/handoffs/require-on-offer.ts';
import { once } from '#server/idempotency/once.ts';
import { runtimeName } from '#server/sessions/runtime-name.ts';
import { checkedText } from '#server/text-limits.ts';
import { requireOpenWorkItem, type WorkItemRef } from '#server/work/require-work-item.ts';
import { chooseMachine } from './choose-machine.ts';
import { isOnOffer, requestLaunch, timeoutOf } from './request-launch.ts';

export interface StartSessionInput {
  workItem: WorkItemRef;
  /** The handoff whose package briefs it; the work item alone does when left out. */
  handoffId?: string | null | undefined;
  /** Hash of the package that was reviewed; another one on offer is refused. */
  packageHash?: string | null | undefined;
  /** The handoff's target when left out. */
  runtime?: string | null | undefined;
  purpose?: string | null | undefined;
  machineId?: string | null | undefined;
  /** Absolute path on the machine; where the source session ran when left out. */
  workspace?: string | null | undefined;
  syncMode?: SyncMode | null | undefined;
  timeoutMinutes?: number | null | undefined;
  idempotencyKey: string;
}

/**
 * Asks one machine to run a session on open work, briefed from the package that a handoff offers or from the work item
 * alone. The session, the launch and the command to the machine are written together, once.
 *
 * Throws RuntimeNotOfferedError when no machine can, WorkItemClosedError, StalePackageError when another package is on
 * offer than was reviewed, InvalidTransitionError for a handoff without a package on offer, ValidationError,
 * NotFoundError, and ForbiddenError for all but members.
 */
export async function startSession(
  ctx: CommandContext,
  actor: Actor,
  input: StartSessionInput,
): Promise<{ sessionId: string; launchId: string }> {
  if (actor.kind !== 'member') throw new ForbiddenError('Only a person starts sessions on machines.');
  requireScope(actor, 'session.write', 'handoff.read', 'work.read');
  const { idempotencyKey: key, ...rest } = input;
  const timeoutMs = timeoutOf(input.timeoutMinutes);
  return once(ctx, { actor, command: 'startSession', key, input: rest }, async (tx) => {
    const workItem = await requireOpenWorkItem(tx, actor, input.workItem);
    const handoff = await offeredHandoff(tx, actor, workItem.id, input);
    const runtime = wantedRuntime(input.runtime ?? handoff?.targetRuntime);
    const source = await sourceLaunch(tx, handoff);
    const machine = await chooseMachine(tx, actor, {
      runtime,
      ...{ machineId: input.machineId ?? null, preferredId: source?.machineId ?? null },
    });
    const purpose = checkedText('purpose', input.purpose ?? handoff?.purpose ?? 'implement', 'purpose');
    const workspace = workspaceOf(input, source?.machineId === machine.id ? source : null);
    const { syncMode = null } = input;
    const made = { workItem, machine, runtime, purpose, syncMode, providerSessionId: null, parentSessionId: null };
    return requestLaunch(tx, ctx, actor, made, { workspace, timeoutMs, handoff });
  });
}

function wantedRuntime(given: string | undefined): string {
  if (given === undefined) throw new ValidationError('runtime', 'is needed where no handoff names one');
  return runtimeName('runtime', given);
}

/** The handoff with a package to brief from: on offer, or taken on by a session that may have ended since. */
async function offeredHandoff(
  tx: Tx,
  actor: Actor,
  workItemId: string,
  { handoffId, packageHash }: StartSessionInput,
): Promise<Handoff | null> {
  if (handoffId === null || handoffId === undefined) return null;
  const handoff = await lockHandoff(tx, actor, handoffId);
  if (handoff.workItemId !== workItemId) {
    throw new ValidationError('handoffId', 'belongs to another work item than the one named');
  }
  const { state } = handoff;
  if (!isOnOffer(handoff)) {
    throw new InvalidTransitionError('handoff', state, 'START_SESSION', availableCommands(state));
  }
  requireOnOffer(handoff, packageHash);
  return handoff;
}

/** Where the session ran that hands over, if a daemon ran it. */
async function sourceLaunch(tx: Tx, handoff: Handoff | null): Promise<Launch | null> {
  if (handoff === null || handoff.sourceSessionId === null) return null;
  return tx.db.launch.findUnique({ where: { agentSessionId: handoff.sourceSessionId } });
}

function workspaceOf({ workspace }: StartSessionInput, source: Launch | null): string {
  const path = workspace ?? source?.workspace;
  if (path === undefined) throw new ValidationError('workspace', 'is needed: the absolute path of a folder there');
  checkedText('workspace', path, 'workspace');
  if (/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path)) return path;
  throw new ValidationError('workspace', 'must be an absolute path on the machine');
}
