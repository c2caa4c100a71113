import type { Handoff, HandoffState } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import type { Tx } from '#server/db/transaction.ts';

/** What was true when a handoff moved: its new state, and what this move was about. */
export interface HandoffFacts {
  readonly state: HandoffState;
  readonly version?: number;
  readonly hash?: string;
  readonly reason?: string;
  readonly sessionId?: string;
  /** How many statements of the package a receipt covers, and how many it does not. */
  readonly covered?: number;
  readonly missing?: number;
}

type Move = 'compiled' | 'accepted' | 'receipt_recorded' | 'freshness_checked' | 'rejected' | 'completed' | 'cancelled';

/** Adds `handoff.<move>` to the log of the transaction. */
export function recordHandoffEvent(tx: Tx, actor: Actor, handoff: Handoff, move: Move, facts: HandoffFacts): void {
  const { id: handoffId, organisationId, workItemId } = handoff;
  tx.record({
    type: `handoff.${move}`,
    organisationId,
    actor: recordedActor(actor),
    workItemId,
    handoffId,
    ...(facts.sessionId === undefined ? {} : { agentSessionId: facts.sessionId }),
    data: { ...facts },
  });
}

/** Version and hash of the package on offer, as an event states them; nothing before the first compile. */
export const packageOnOffer = (handoff: Handoff): { version?: number; hash?: string } =>
  handoff.packageHash === null ? {} : { version: handoff.packageVersion, hash: handoff.packageHash };
