import type { Event } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { EventFilter } from './find-events.ts';

/** Whether an event of the actor's organisation is within its reach and wanted: what `findEvents` asks the database, asked of a row. */
export function matchesFilter(event: Event, actor: Actor, filter: EventFilter): boolean {
  if (actor.workItemId !== undefined && event.workItemId !== actor.workItemId) return false;
  if (filter.types !== undefined && !(filter.types as readonly string[]).includes(event.type)) return false;
  if (filter.since !== undefined && event.occurredAt < filter.since) return false;
  if (filter.until !== undefined && event.occurredAt >= filter.until) return false;
  return (['workItemId', 'agentSessionId', 'handoffId', 'machineId'] as const).every(
    (key) => filter[key] === undefined || filter[key] === event[key],
  );
}
