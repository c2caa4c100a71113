import type { AgentSession, Launch, SyncMode } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ConflictError, ForbiddenError, InvalidTransitionError, NotFoundError } from '#server/errors.ts';
import { lockHandoff } from '#server/handoffs/lock-handoff.ts';
import { once } from '#server/idempotency/once.ts';
import { availableSessionCommands, hasEnded } from '#server/sessions/lifecycle.ts';
import { requireSession } from '#server/sessions/require-session.ts';
import { letsOut } from '#server/sessions/sync-mode.ts';
import { requireOpenWorkItem } from '#server/work/require-work-item.ts';
import { chooseMachine } from './choose-machine.ts';
import { isOnOffer, requestLaunch, timeoutOf } from './request-launch.ts';

export interface ResumeSessionInput {
  /** A session that a machine ran and that has ended. */
  sessionId: string;
  timeoutMinutes?: number | null | undefined;
  idempotencyKey: string;
}

/**
 * Asks the machine of an ended session to go on with the runtime's own run of it: in the same folder, as a new session
 * with the old one as parent, under a launch and a credential of its own. A person decides on it, since what the run
 * remembers may be wrong; nothing is resumed by itself, and no run is gone on with twice at once.
 *
 * Throws InvalidTransitionError while the session has not ended or its launch is uncertain, ConflictError where its
 * runtime never told its own id or another session goes on with that run, RuntimeNotOfferedError when its machine cannot,
 * WorkItemClosedError, ValidationError, NotFoundError, and ForbiddenError for all but members.
 */
export async function resumeSession(
  ctx: CommandContext,
  actor: Actor,
  input: ResumeSessionInput,
): Promise<{ sessionId: string; launchId: string }> {
  if (actor.kind !== 'member') throw new ForbiddenError('Only a person resumes sessions on machines.');
  requireScope(actor, 'session.write', 'handoff.read', 'work.read');
  const { idempotencyKey: key, ...rest } = input;
  const timeoutMs = timeoutOf(input.timeoutMinutes);
  return once(ctx, { actor, command: 'resumeSession', key, input: rest }, async (tx) => {
    const { workItemId } = await requireSession(tx, actor, input.sessionId);
    const workItem = await requireOpenWorkItem(tx, actor, { id: workItemId });
    const session = await requireSession(tx, actor, input.sessionId);
    const launch = await tx.db.launch.findUnique({ where: { agentSessionId: session.id } });
    if (launch === null) throw new NotFoundError('launch of agent session', session.id);
    const providerSessionId = await freeRun(tx, session, launch);
    const { runtime, purpose } = session;
    const machine = await chooseMachine(tx, actor, { runtime, machineId: launch.machineId, preferredId: null });
    const syncMode = stricter(session.syncMode, machine.syncMode);
    const made = { workItem, machine, runtime, purpose, syncMode, providerSessionId, parentSessionId: session.id };
    const handoff = await packagedHandoff(tx, actor, launch);
    return requestLaunch(tx, ctx, actor, made, { workspace: launch.workspace, timeoutMs, handoff });
  });
}

/** The runtime's own id of a run that nobody is in any more. The work item's lock keeps others from taking it meanwhile. */
async function freeRun(tx: Tx, { id, runtime, status, providerSessionId }: AgentSession, launch: Launch) {
  if (!hasEnded(status)) {
    throw new InvalidTransitionError('agent session', status, 'RESUME', availableSessionCommands(status));
  }
  if (launch.state !== 'ENDED') throw new InvalidTransitionError('launch', launch.state, 'RESUME', []);
  if (providerSessionId === null) {
    const why = 'its runtime never told the id of its run, so there is nothing to go on with. Start another session.';
    throw new ConflictError(`Agent session ${id} cannot be resumed: ${why}`);
  }
  const other = await tx.db.launch.findFirst({
    where: { machineId: launch.machineId, state: { not: 'ENDED' }, agentSession: { runtime, providerSessionId } },
  });
  if (other === null) return providerSessionId;
  throw new ConflictError(`Agent session ${other.agentSessionId} is in that run of the runtime already.`);
}

/** What was let out of neither is not let out now. */
const stricter = (one: SyncMode, other: SyncMode): SyncMode => (letsOut(one, other) ? other : one);

/** The handoff that briefed the session, unless it is over or has no package on offer: then the work item alone does. */
async function packagedHandoff(tx: Tx, actor: Actor, { handoffId }: Launch) {
  const handoff = handoffId === null ? null : await lockHandoff(tx, actor, handoffId);
  return handoff !== null && isOnOffer(handoff) ? handoff : null;
}
