import type { Prisma } from '#prisma/generated/client/client.ts';
import type { Actor } from './actor.ts';

/** Where-clause for machines: a session reaches the one it runs on, anybody else those of the organisation. */
export function reachMachine(actor: Actor): Prisma.MachineWhereInput {
  const { organisationId } = actor;
  if (actor.sessionId === undefined) return { organisationId };
  return { organisationId, agentSessions: { some: { id: actor.sessionId } } };
}
