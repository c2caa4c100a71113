import type { BlockerSeverity, RecordOffer } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { once } from '#server/idempotency/once.ts';
import { insertBlocker } from '#server/work/records/raise-blocker.ts';
import { checkedDecision, insertDecision } from '#server/work/records/record-decision.ts';
import { requireOpenWorkItem, requireWorkItem } from '#server/work/require-work-item.ts';
import { lockOffer, requireSettler } from './lock-offer.ts';
import { settleOffer } from './settle-offer.ts';

export interface AcceptOfferInput {
  offerId: string;
  /** How grave a blocker is; MEDIUM when left out. */
  severity?: BlockerSeverity | null | undefined;
  /** Why a decision was taken; where the line was read stands in when left out. */
  rationale?: string | null | undefined;
  idempotencyKey: string;
}

/**
 * Makes a record of an offer, word for word: it is recorded by the person who accepts, for the session that left it, and
 * says where it was read. Only a person can.
 *
 * Throws NotFoundError, ConflictError once it was settled, WorkItemClosedError for a blocker of closed work,
 * ValidationError, and ForbiddenError for all but members.
 */
export async function acceptOffer(
  ctx: CommandContext,
  actor: Actor,
  input: AcceptOfferInput,
): Promise<{ offerId: string }> {
  requireSettler(actor);
  const { offerId, idempotencyKey: key, ...rest } = input;
  return once(ctx, { actor, command: 'acceptOffer', key, input: { offerId, ...rest } }, async (tx) => {
    const offer = await lockOffer(tx, actor, offerId);
    await settleOffer(tx, actor, offer, 'ACCEPTED', await record(tx, ctx, actor, offer, rest));
    return { offerId };
  });
}

async function record(
  tx: Tx,
  ctx: CommandContext,
  actor: Actor,
  { kind, text, source, workItemId, agentSessionId }: RecordOffer,
  { severity, rationale }: Omit<AcceptOfferInput, 'offerId' | 'idempotencyKey'>,
): Promise<string> {
  const origin = `Left by the session in ${source}.`;
  if (kind === 'DECISION') {
    const workItem = await requireWorkItem(tx, actor, { id: workItemId });
    const texts = checkedDecision({ statement: text, rationale: rationale ?? origin, evidence: [] });
    const { decisionId } = await insertDecision(ctx, tx, actor, { id: workItem.id, agentSessionId }, texts);
    return decisionId;
  }
  const workItem = await requireOpenWorkItem(tx, actor, { id: workItemId });
  const blocker = { title: text, detail: origin, severity: severity ?? 'MEDIUM' };
  return insertBlocker(tx, ctx, actor, { workItem, agentSessionId, ...blocker });
}
