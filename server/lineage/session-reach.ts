import type { Actor } from '#server/auth/actor.ts';
import { reachRecord } from '#server/auth/authorize.ts';

/** What bounds an actor's reach, as parameters of a query: its organisation, and the one work item or null for all. */
export function sessionReach(actor: Actor): { organisationId: string; workItemId: string | null } {
  const { organisationId, workItemId } = reachRecord(actor);
  return { organisationId, workItemId: workItemId ?? null };
}
