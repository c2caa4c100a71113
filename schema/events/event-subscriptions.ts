import { type EventType as EventTypeName, eventTypes } from '#server/events/event-types.ts';
import type { EventFilter } from '#server/events/find-events.ts';
import { openEventStream } from '#server/events/open-event-stream.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Event, EventFilterInput, givenOnly } from './event.ts';
import { requireActor } from '../actors/require-actor.ts';

const handoffTypes = eventTypes.filter((type) => type.startsWith('handoff.'));

const afterDescription =
  'The cursor of the last event you handled, or one from latestEventCursor; events after it come first. ' +
  'Without it the stream begins now, and what happens between two connections is missed.';

const openStream = (ctx: Context, filter: EventFilter, after: string | null | undefined) =>
  openEventStream({ prisma: ctx.db, sequencer: ctx.sequencer }, requireActor(ctx), filter, after ?? undefined);

builder.subscriptionField('events', (t) =>
  t.field({
    type: Event,
    description:
      'The organisation’s log from a place on, in its order and without end; a session sees its work item’s.',
    authScopes: { scope: 'work.read' },
    args: {
      after: t.arg.string({ required: false, description: afterDescription }),
      filter: t.arg({ type: EventFilterInput, required: false, description: 'Which events are wanted.' }),
    },
    subscribe: (_root, { after, filter }, ctx) => openStream(ctx, givenOnly(filter ?? {}), after),
    resolve: (event) => event,
  }),
);

builder.subscriptionField('handoffEvents', (t) =>
  t.field({
    type: Event,
    description: 'What happens to handoffs, from a place on, in the order of the log and without end.',
    authScopes: { scope: 'handoff.read' },
    args: {
      after: t.arg.string({ required: false, description: afterDescription }),
      filter: t.arg({
        type: EventFilterInput,
        required: false,
        description: 'Which of the handoffs’ events are wanted.',
      }),
    },
    subscribe: (_root, { after, filter }, ctx) => {
      const given = givenOnly(filter ?? {});
      return openStream(ctx, { ...given, types: handoffTypesIn(given.types) }, after);
    },
    resolve: (event) => event,
  }),
);

const handoffTypesIn = (wanted: readonly EventTypeName[] = handoffTypes): EventTypeName[] =>
  wanted.filter((type) => handoffTypes.includes(type));
