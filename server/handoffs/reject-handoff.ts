import type { RejectReason } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { once } from '#server/idempotency/once.ts';
import { checkedText } from '#server/text-limits.ts';
import { nextHandoffState } from './lifecycle.ts';
import { lockHandoff } from './lock-handoff.ts';
import { packageOnOffer, recordHandoffEvent } from './record-handoff-event.ts';
import { requireOnOffer } from './require-on-offer.ts';

export interface RejectHandoffInput {
  handoffId: string;
  /** Hash of the package that was reviewed, 64 hex digits; what is on offer is turned down when left out. */
  packageHash?: string | null | undefined;
  reason: RejectReason;
  /** In words; what is missing, or why another runtime. */
  note?: string | null | undefined;
  idempotencyKey: string;
}

/**
 * Turns down the package on offer. The work item stays as it is; the handoff is in Needs You until it is compiled again.
 *
 * Throws NotFoundError, InvalidTransitionError unless a package is on offer, StalePackageError when it is another one than
 * was reviewed, ValidationError for the note.
 */
export async function rejectHandoff(
  ctx: CommandContext,
  actor: Actor,
  input: RejectHandoffInput,
): Promise<{ handoffId: string }> {
  requireScope(actor, 'handoff.accept');
  const { handoffId, reason } = input;
  const note = checkedText('note', input.note ?? '', 'rejectNote', { blank: true });
  const { idempotencyKey: key, ...rest } = input;
  return once(ctx, { actor, command: 'rejectHandoff', key, input: rest }, async (tx) => {
    const handoff = await lockHandoff(tx, actor, handoffId);
    const state = nextHandoffState(handoff.state, 'REJECT');
    requireOnOffer(handoff, input.packageHash);
    await tx.db.handoff.update({
      where: { id: handoffId },
      data: {
        state,
        rejectReason: reason,
        rejectNote: note === '' ? null : note,
        rejectedAt: tx.now,
        rejectedBy: { ...recordedActor(actor) },
      },
    });
    recordHandoffEvent(tx, actor, handoff, 'rejected', { state, ...packageOnOffer(handoff), reason });
    return { handoffId };
  });
}
