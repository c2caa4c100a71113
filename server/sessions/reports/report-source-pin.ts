import { sourcePin, type SourcePin } from '#schema/documents/freshness/source-pin.ts';
import { type Actor, recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { ValidationError } from '#server/errors.ts';
import { lockSession } from '../require-session.ts';

export interface ReportSourcePinInput {
  sessionId: string;
  pin: SourcePin;
  /** When the machine looked, by its clock. */
  takenAt: Date;
}

/**
 * Keeps where the repository of a session's workspace stands. The newest look stands: an older one that comes late changes
 * nothing, and neither does the same again. It is taken also after the session ended.
 *
 * Throws ValidationError naming the field, NotFoundError, and ForbiddenError when the actor may not write to the session.
 */
export async function reportSourcePin(
  ctx: CommandContext,
  actor: Actor,
  { sessionId, takenAt, pin: given }: ReportSourcePinInput,
): Promise<{ sessionId: string }> {
  requireScope(actor, 'session.write');
  const pin = checkedPin(given);
  if (Number.isNaN(takenAt.getTime())) throw new ValidationError('takenAt', 'must be a moment');
  return inTransaction(ctx, async (tx) => {
    const { id, organisationId, workItemId } = await lockSession(tx, actor, sessionId);
    const known = await tx.db.sourcePin.findUnique({ where: { agentSessionId: id } });
    if (known !== null && known.takenAt >= takenAt) return { sessionId: id };
    const data = { pin, takenAt, reportedAt: tx.now };
    await tx.db.sourcePin.upsert({
      where: { agentSessionId: id },
      create: { agentSessionId: id, organisationId, workItemId, ...data },
      update: data,
    });
    if (known !== null && isSame(sourcePin.parse(known.pin), pin)) return { sessionId: id };
    tx.record({
      type: 'session.source_pinned',
      organisationId,
      actor: recordedActor(actor),
      workItemId,
      agentSessionId: id,
      data: { sessionId: id, head: pin.head, uncommittedFiles: pin.uncommittedFiles },
    });
    return { sessionId: id };
  });
}

function checkedPin(given: SourcePin): SourcePin {
  const { success, data, error } = sourcePin.safeParse(given);
  if (success) return data;
  const [issue] = error.issues;
  throw new ValidationError(['pin', ...(issue?.path ?? [])].join('.'), issue?.message ?? 'is no source pin');
}

const isSame = (a: SourcePin, b: SourcePin): boolean =>
  a.head === b.head &&
  a.branch === b.branch &&
  a.treeHash === b.treeHash &&
  a.uncommittedFiles === b.uncommittedFiles &&
  a.goneFiles.join('\0') === b.goneFiles.join('\0');
