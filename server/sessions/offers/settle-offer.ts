import type { RecordOffer, RecordOfferState } from '#prisma/generated/client/client.ts';
import { type Actor, recordedActor } from '#server/auth/actor.ts';
import type { Tx } from '#server/db/transaction.ts';

/** Writes what became of an offer, and states the fact. For commands that hold its row. */
export async function settleOffer(
  tx: Tx,
  actor: Actor,
  { id, organisationId, workItemId, agentSessionId }: RecordOffer,
  state: Exclude<RecordOfferState, 'OFFERED'>,
  recordId: string | null,
): Promise<void> {
  const by = recordedActor(actor);
  await tx.db.recordOffer.update({
    where: { id },
    data: { state, recordId, settledAt: tx.now, settledBy: { ...by } },
  });
  tx.record({
    type: 'session.offer_settled',
    ...{ organisationId, workItemId, agentSessionId },
    actor: by,
    data: { offerId: id, state, recordId },
  });
}
