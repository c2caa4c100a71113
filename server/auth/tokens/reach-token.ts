import type { Prisma } from '#prisma/generated/client/client.ts';
import type { Actor } from '../actor.ts';

/** Where-clause for tokens: an owner reaches all of the organisation, a member the own ones, anybody else none. */
export function reachToken(actor: Actor): Prisma.TokenWhereInput {
  const { organisationId } = actor;
  if (actor.kind !== 'member') return { organisationId, AND: [{ id: { in: [] } }] };
  return actor.role === 'OWNER' ? { organisationId } : { organisationId, memberId: actor.id };
}

/** Where-clause for members: people and machines see the organisation's, a session none. */
export function reachMember(actor: Actor): Prisma.MemberWhereInput {
  const { organisationId } = actor;
  return actor.kind === 'session' ? { organisationId, AND: [{ id: { in: [] } }] } : { organisationId };
}
