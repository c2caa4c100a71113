import type { AgentSession, Handoff, Prisma } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord } from '#server/auth/authorize.ts';
import { SessionNotEligibleError } from '#server/errors.ts';
import { handoffTransitions } from './lifecycle.ts';

/**
 * Refuses a session that cannot take the handoff on: of other work, not active, the one that hands over, or one that
 * already continues a handoff. Throws SessionNotEligibleError with the first reason that holds, in this order.
 */
export function requireEligible(handoff: Handoff, session: AgentSession): void {
  const name = `Agent session ${session.id}`;
  if (session.workItemId !== handoff.workItemId) {
    throw new SessionNotEligibleError('OTHER_WORK_ITEM', `${name} belongs to another work item than the handoff.`);
  }
  if (session.status !== 'ACTIVE') {
    const status = session.status.toLowerCase();
    throw new SessionNotEligibleError('NOT_ACTIVE', `${name} is ${status}; only an active session takes a handoff on.`);
  }
  if (session.id === handoff.sourceSessionId) {
    throw new SessionNotEligibleError(
      'IS_SOURCE',
      `${name} is the one that hands over; another one has to take it on.`,
    );
  }
  if (session.handoffId !== null) {
    throw new SessionNotEligibleError('ALREADY_CONTINUES', `${name} already continues handoff ${session.handoffId}.`);
  }
}

/** Where-clause for the sessions that accept would take now from this actor: the same rules as requireEligible. */
export function eligibleSessionsWhere(
  actor: Actor,
  handoff: Pick<Handoff, 'state' | 'workItemId' | 'sourceSessionId'>,
): Prisma.AgentSessionWhereInput {
  if (handoffTransitions[handoff.state].ACCEPT === null) return { id: { in: [] } };
  return {
    ...reachRecord(actor),
    workItemId: handoff.workItemId,
    status: 'ACTIVE',
    handoffId: null,
    AND: [
      ...(handoff.sourceSessionId === null ? [] : [{ id: { not: handoff.sourceSessionId } }]),
      ...(actor.sessionId === undefined ? [] : [{ id: actor.sessionId }]),
    ],
  };
}
