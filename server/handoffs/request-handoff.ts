import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { once } from '#server/idempotency/once.ts';
import { runtimeName } from '#server/sessions/runtime-name.ts';
import { checkedText } from '#server/text-limits.ts';
import { recordingSession } from '#server/work/records/recording-session.ts';
import { requireOpenWorkItem, type WorkItemRef } from '#server/work/require-work-item.ts';

export interface RequestHandoffInput {
  workItem: WorkItemRef;
  /** The session that hands over; a session's own credential names itself by default. */
  fromSessionId?: string | null | undefined;
  /** Any runtime's name; it need not be one that a machine of the organisation serves. */
  targetRuntime: string;
  purpose: string;
  /** What the destination is asked to do. Can be given or changed with every compile. */
  objective?: string | null | undefined;
  idempotencyKey: string;
}

/**
 * Asks that a work item be taken on by another session. Nothing is compiled yet.
 *
 * Throws NotFoundError for the work item or the session, WorkItemClosedError, ValidationError naming the field.
 */
export async function requestHandoff(
  ctx: CommandContext,
  actor: Actor,
  input: RequestHandoffInput,
): Promise<{ handoffId: string }> {
  requireScope(actor, 'handoff.create');
  const targetRuntime = runtimeName('targetRuntime', input.targetRuntime);
  const purpose = checkedText('purpose', input.purpose, 'purpose');
  const objective = input.objective == null ? '' : checkedText('objective', input.objective, 'objective');
  const { idempotencyKey: key, ...rest } = input;
  return once(ctx, { actor, command: 'requestHandoff', key, input: rest }, async (tx) => {
    const workItem = await requireOpenWorkItem(tx, actor, input.workItem);
    const sourceSessionId = await recordingSession(tx, actor, workItem, input.fromSessionId);
    const { id: workItemId, organisationId } = workItem;
    const handoffId = ctx.ids.next('hof');
    const by = recordedActor(actor);
    const asked = { sourceSessionId, targetRuntime, purpose, objective };
    await tx.db.handoff.create({
      data: {
        ...asked,
        id: handoffId,
        organisationId,
        workItemId,
        state: 'REQUESTED',
        requestedAt: tx.now,
        requestedBy: { ...by },
      },
    });
    tx.record({
      type: 'handoff.requested',
      organisationId,
      actor: by,
      workItemId,
      handoffId,
      ...(sourceSessionId === null ? {} : { agentSessionId: sourceSessionId }),
      data: { state: 'REQUESTED', targetRuntime, sessionId: sourceSessionId },
    });
    return { handoffId };
  });
}
