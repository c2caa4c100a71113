import type { Event } from '#prisma/generated/client/client.ts';
import { eventCursor } from '#server/events/event-cursor.ts';

/** What a receiver is told of an event: the event's own fields, in the names of the GraphQL API. PROTOCOL.md describes it. */
export const messageBody = (event: Event): string =>
  JSON.stringify({
    type: event.type,
    timestamp: event.occurredAt.toISOString(),
    data: {
      id: event.id,
      cursor: eventCursor(event),
      actor: event.actor,
      workItemId: event.workItemId,
      agentSessionId: event.agentSessionId,
      handoffId: event.handoffId,
      machineId: event.machineId,
      facts: event.data,
    },
  });
