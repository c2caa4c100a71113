import { ForbiddenError } from '#server/errors.ts';
import type { Actor } from './actor.ts';
import type { Scope } from './scopes.ts';

/** Refuses unless the credential holds every one of these scopes. */
export function requireScope(actor: Actor, ...needed: Scope[]): void {
  const missing = needed.filter((scope) => !actor.scopes.has(scope));
  if (missing.length > 0) throw new ForbiddenError(`This credential lacks ${missing.join(' and ')}.`, missing);
}

/** Refuses unless the actor is an owner of the organisation. */
export function requireOwner(actor: Actor): void {
  if (actor.role !== 'OWNER') throw new ForbiddenError('Only an owner of the organisation may do this.');
}

/** Refuses when a session acts on another session than its own. */
export function requireOwnSession(actor: Actor, sessionId: string): void {
  if (actor.kind === 'session' && actor.sessionId !== sessionId) {
    throw new ForbiddenError('A session credential writes only to its own session.');
  }
}

/** Where-clause for rows that carry `organisationId` and `workItemId`: what is out of reach does not exist. */
export const reachRecord = (actor: Actor): { organisationId: string; workItemId?: string } => ({
  organisationId: actor.organisationId,
  ...(actor.workItemId === undefined ? {} : { workItemId: actor.workItemId }),
});

/** Where-clause for work items themselves. */
export const reachWorkItem = (actor: Actor): { organisationId: string; AND?: { id: string }[] } => ({
  organisationId: actor.organisationId,
  ...(actor.workItemId === undefined ? {} : { AND: [{ id: actor.workItemId }] }),
});
