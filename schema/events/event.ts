import { type ResolveCursorConnectionArgs, resolveCursorConnection } from '@pothos/plugin-relay';
import type { Event as EventRow } from '#prisma/generated/client/client.ts';
import { cursorOf, eventCursor, seqOfCursor } from '#server/events/event-cursor.ts';
import { type EventType as EventTypeName, eventTypes } from '#server/events/event-types.ts';
import { ServerOutdatedError } from '#server/errors.ts';
import { type EventFilter, type EventWindow, findEvents } from '#server/events/find-events.ts';
import { knownPlace } from '#server/events/known-place.ts';
import { latestPlace } from '#server/events/latest-place.ts';
import { AgentSession } from '../sessions/agent-session.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { EventType } from './event-type.ts';
import { findIfNamed } from '../arguments/find-if-named.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../query-limits.ts';
import { Handoff } from '../handoffs/handoff.ts';
import { Actor, readActor } from '../actors/recorded-actor.ts';
import { requireActor } from '../actors/require-actor.ts';
import { WorkItem } from '../work/work-item.ts';

const EventDatum = builder.objectRef<{ key: string; value: string }>('EventDatum').implement({
  description: 'One thing that was true when the event happened.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Its name, in camelCase, such as packageVersion.' }),
    value: t.exposeString('value', { description: 'Its value as text: an id, a state, a number, true or false.' }),
  }),
});

export const Event = builder.objectRef<EventRow>('Event').implement({
  description: 'A fact in the organisation’s log, which holds every change in the order in which it became true.',
  authScopes: { scope: 'work.read' },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    cursor: t.string({
      description: 'Its place in the log; hand it to `after` to read on from here.',
      resolve: (event) => eventCursor(event),
    }),
    type: t.field({
      type: EventType,
      description: 'What kind of fact it is.',
      resolve: ({ type }) => knownType(type),
    }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime', description: 'When it happened.' }),
    actor: t.field({
      type: Actor,
      description: 'Who did it.',
      resolve: (event) => readActor(event.actor),
    }),
    data: t.field({
      type: [EventDatum],
      description: 'What was true then, in the order of its keys.',
      resolve: (event) => dataOf(event),
    }),
    workItemId: t.exposeID('workItemId', { nullable: true, description: 'Id of the work item it is about.' }),
    agentSessionId: t.exposeID('agentSessionId', {
      nullable: true,
      description: 'Id of the agent session it is about.',
    }),
    handoffId: t.exposeID('handoffId', { nullable: true, description: 'Id of the handoff it is about.' }),
    machineId: t.exposeID('machineId', {
      nullable: true,
      description: 'Id of the machine that ran the agent session then, or that it is about.',
    }),
    workItem: t.prismaField({
      type: WorkItem,
      nullable: true,
      description: 'The work item it is about, as it stands now.',
      resolve: (query, { workItemId: id }, _args, ctx) =>
        findIfNamed(query, id, (args) => ctx.db.workItem.findUnique(args)),
    }),
    agentSession: t.prismaField({
      type: AgentSession,
      nullable: true,
      description: 'The agent session it is about, as it stands now.',
      resolve: (query, { agentSessionId: id }, _args, ctx) =>
        findIfNamed(query, id, (args) => ctx.db.agentSession.findUnique(args)),
    }),
    handoff: t.prismaField({
      type: Handoff,
      nullable: true,
      description: 'The handoff it is about, as it stands now.',
      resolve: (query, { handoffId: id }, _args, ctx) =>
        findIfNamed(query, id, (args) => ctx.db.handoff.findUnique(args)),
    }),
  }),
});

/** A fact of a kind that only a newer server knows is refused by name: a reader must not take it for nothing. */
function knownType(type: string): EventTypeName {
  const known = eventTypes.find((name) => name === type);
  if (known === undefined) throw new ServerOutdatedError(`events of the type ${type}`);
  return known;
}

function dataOf({ data }: EventRow): { key: string; value: string }[] {
  const entries = Object.entries(data as Record<string, string | number | boolean | null>);
  return entries
    .filter((entry): entry is [string, string | number | boolean] => entry[1] !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => ({ key, value: String(value) }));
}

export const EventFilterInput = builder.inputType('EventFilter', {
  description: 'Which events are wanted; what is left out is not asked about.',
  fields: (t) => ({
    types: t.field({ type: [EventType], required: false, description: 'Only facts of these kinds.' }),
    workItemId: t.id({ required: false, description: 'Only facts about this work item.' }),
    agentSessionId: t.id({ required: false, description: 'Only facts about this agent session.' }),
    handoffId: t.id({ required: false, description: 'Only facts about this handoff.' }),
    machineId: t.id({
      required: false,
      description: 'Only facts about agent sessions that ran on this machine, and about the machine itself.',
    }),
    since: t.field({ type: 'DateTime', required: false, description: 'Only facts of this moment and later.' }),
    until: t.field({ type: 'DateTime', required: false, description: 'Only facts from before this moment.' }),
  }),
});

interface PageArguments {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly before?: string | null | undefined;
}

/**
 * One page of the log, `order` being that of the edges. Paging backwards reads from the other end. The places it is read
 * between must be in the log still once it is read: then it misses nothing.
 */
function eventPage(ctx: Context, filter: EventFilter, args: PageArguments, order: EventWindow['order']) {
  const actor = requireActor(ctx);
  const options = {
    args,
    defaultSize: DEFAULT_PAGE_SIZE,
    maxSize: MAX_PAGE_SIZE,
    toCursor: (event: EventRow) => eventCursor(event),
  };
  return resolveCursorConnection(options, async ({ after, before, limit, inverted }: ResolveCursorConnectionArgs) => {
    const later = after === undefined ? undefined : seqOfCursor('after', after);
    const earlier = before === undefined ? undefined : seqOfCursor('before', before);
    const upwards = order === 'OLDEST_FIRST';
    const events = await findEvents(ctx.db, actor, filter, {
      after: upwards ? later : earlier,
      before: upwards ? earlier : later,
      order: upwards === !inverted ? 'OLDEST_FIRST' : 'NEWEST_FIRST',
      limit,
    });
    for (const cursor of [after, before]) if (cursor !== undefined) await knownPlace(ctx.db, actor, cursor);
    return events;
  });
}

builder.queryField('events', (t) =>
  t.connection({
    type: Event,
    description: 'The organisation’s log, newest first unless asked otherwise; a session sees that of its work item.',
    authScopes: { scope: 'work.read' },
    args: {
      filter: t.arg({ type: EventFilterInput, required: false, description: 'Which events are wanted.' }),
      oldestFirst: t.arg.boolean({ defaultValue: false, description: 'In the order in which they happened.' }),
    },
    resolve: (_root, { filter, oldestFirst, ...page }, ctx) =>
      eventPage(ctx, givenOnly(filter ?? {}), page, oldestFirst ? 'OLDEST_FIRST' : 'NEWEST_FIRST'),
  }),
);

builder.queryField('latestEventCursor', (t) =>
  t.string({
    description:
      'Where the log ends now. Take it before reading a snapshot, then follow `events` after it: nothing is missed.',
    authScopes: { scope: 'work.read' },
    resolve: async (_root, _args, ctx) => cursorOf(await latestPlace(ctx.db, requireActor(ctx))),
  }),
);

/** A session that runs adds to its timeline every second, which would leave nothing else to be seen. */
const historyTypes = eventTypes.filter((type) => type !== 'session.events_recorded');

builder.prismaObjectField(WorkItem, 'history', (t) =>
  t.connection({
    type: Event,
    description: 'What happened to the work item, newest first; what sessions did is on their timelines.',
    select: { id: true },
    resolve: ({ id }, page, ctx) => eventPage(ctx, { workItemId: id, types: historyTypes }, page, 'NEWEST_FIRST'),
  }),
);

/** The filter without what was left out or null. */
export function givenOnly(filter: { [Key in keyof EventFilter]?: EventFilter[Key] | null }): EventFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null && value !== undefined));
}
