import type { AgentSession } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { reachRecord, requireOwnSession, requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { NotFoundError } from '#server/errors.ts';
import { once } from '#server/idempotency/once.ts';
import { continueFromHandoff } from '#server/sessions/continue-from-handoff.ts';
import { isRowId, shortRef } from '#server/work/row-id.ts';
import { requireEligible } from './eligible-destination.ts';
import { nextHandoffState } from './lifecycle.ts';
import { lockHandoff } from './lock-handoff.ts';
import { packageOnOffer, recordHandoffEvent } from './record-handoff-event.ts';
import { requireOnOffer } from './require-on-offer.ts';

export interface AcceptHandoffInput {
  handoffId: string;
  /** Hash of the package that was reviewed: 64 hex digits. */
  packageHash: string;
  /** The session that takes it on. */
  toSessionId: string;
  idempotencyKey: string;
}

/**
 * Lets a session take the handoff on, and writes the lineage onto it. A handoff is accepted once.
 *
 * Throws NotFoundError for the handoff or the session, InvalidTransitionError unless a package is on offer,
 * StalePackageError when it is another one than was reviewed, SessionNotEligibleError with its reason, ForbiddenError
 * when a session accepts for another one.
 */
export async function acceptHandoff(
  ctx: CommandContext,
  actor: Actor,
  input: AcceptHandoffInput,
): Promise<{ handoffId: string }> {
  requireScope(actor, 'handoff.accept');
  requireOwnSession(actor, input.toSessionId);
  const { handoffId } = input;
  const { idempotencyKey: key, ...rest } = input;
  return once(ctx, { actor, command: 'acceptHandoff', key, input: rest }, async (tx) => {
    const handoff = await lockHandoff(tx, actor, handoffId);
    const state = nextHandoffState(handoff.state, 'ACCEPT');
    requireOnOffer(handoff, input.packageHash);
    const session = await lockSession(tx, actor, input.toSessionId);
    requireEligible(handoff, session);
    await tx.db.handoff.update({
      where: { id: handoffId },
      data: { state, acceptedAt: tx.now, acceptedBy: { ...recordedActor(actor) } },
    });
    await continueFromHandoff(tx, { session, handoff });
    recordHandoffEvent(tx, actor, handoff, 'accepted', { state, ...packageOnOffer(handoff), sessionId: session.id });
    return { handoffId };
  });
}

/** The session with its row locked: it neither ends nor takes another handoff on before this transaction does. */
async function lockSession(tx: Tx, actor: Actor, id: string): Promise<AgentSession> {
  const where = { id, ...reachRecord(actor) };
  const found = isRowId('ses', id) ? await tx.db.agentSession.count({ where }) : 0;
  if (found === 0) throw new NotFoundError('agent session', shortRef(id));
  await tx.db.$queryRaw`SELECT 1 FROM "AgentSession" WHERE "id" = ${id} FOR UPDATE`;
  return tx.db.agentSession.findUniqueOrThrow({ where: { id } });
}
