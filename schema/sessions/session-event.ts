import type { SessionEventKind as KindName } from '#prisma/generated/client/enums.ts';
import { SessionEndedError, SyncModeError } from '#server/errors.ts';
import { AgentSession } from './agent-session.ts';
import { IDEMPOTENCY_KEY } from '../arguments/idempotency-key.ts';
import { builder } from '../builder.ts';
import { OFFSET_DESCRIPTION } from '../arguments/offset.ts';
import { requireActor } from '../actors/require-actor.ts';
import { countEntries, placeOfPage } from './timeline-page.ts';
import { commonRefusals } from '../user-error.ts';
import { sessionPayload } from './session-payload.ts';

const SessionEventKind = builder.enumType('SessionEventKind', {
  description: 'What an entry of a session’s timeline is about.',
  values: {
    STARTED: { description: 'The runtime was started.' },
    INIT: { description: 'The runtime said which model it runs.' },
    MESSAGE: { description: 'The agent or a person said something.' },
    TOOL: { description: 'The agent used a tool.' },
    USAGE: { description: 'What was spent: tokens, cost.' },
    BLOCKED: { description: 'The session waits for something.' },
    COMPLETED: { description: 'The runtime ended by itself.' },
    FAILED: { description: 'The runtime ended by an error.' },
  } satisfies Record<KindName, { description: string }>,
});

const SessionEvent = builder.prismaObject('SessionEvent', {
  description: 'One entry of a session’s timeline, holding no more than the session’s sync mode lets out.',
  authScopes: { scope: 'session.read' },
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    position: t.exposeInt('position', { description: 'Its place in the timeline, from 1, without gaps.' }),
    kind: t.expose('kind', { type: SessionEventKind, description: 'What it is about.' }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime', description: 'When it happened, by the machine’s clock.' }),
    count: t.exposeInt('count', { nullable: true, description: 'How many of its kind it stands for.' }),
    durationMs: t.exposeInt('durationMs', { nullable: true, description: 'How long it took, in milliseconds.' }),
    model: t.exposeString('model', { nullable: true, description: 'The model it names.' }),
    inputTokens: t.exposeInt('inputTokens', { nullable: true, description: 'Tokens read.' }),
    outputTokens: t.exposeInt('outputTokens', { nullable: true, description: 'Tokens written.' }),
    costMicroUsd: t.exposeInt('costMicroUsd', { nullable: true, description: 'Cost, in millionths of a US dollar.' }),
    summary: t.exposeString('summary', {
      nullable: true,
      description: 'One short summary, if the sync mode lets it out.',
    }),
    text: t.exposeString('text', { nullable: true, description: 'The text, if the sync mode lets it out.' }),
  }),
});

builder.prismaObjectField(AgentSession, 'events', (t) =>
  t.prismaConnection({
    type: SessionEvent,
    cursor: 'id',
    description: 'Its timeline, in order.',
    args: {
      kinds: t.arg({ type: [SessionEventKind], required: false, description: 'Only entries of these kinds.' }),
      offset: t.arg.int({ required: false, description: OFFSET_DESCRIPTION }),
    },
    totalCount: ({ id: agentSessionId }, { kinds }, ctx) => countEntries(ctx, { agentSessionId, kinds }),
    resolve: async ({ cursor, ...query }, { id: agentSessionId }, { kinds, offset }, ctx) => {
      const wanted = { take: query.take, cursor, offset };
      return ctx.db.sessionEvent.findMany({
        ...query,
        ...(await placeOfPage(ctx, { agentSessionId, kinds }, wanted)),
      });
    },
  }),
);

const SessionEventInput = builder.inputType('SessionEventInput', {
  description: 'One entry to add. What the session’s sync mode keeps in must be left out.',
  fields: (t) => ({
    kind: t.field({ type: SessionEventKind, description: 'What it is about.' }),
    occurredAt: t.field({ type: 'DateTime', description: 'When it happened, by the machine’s clock.' }),
    count: t.int({ required: false, description: 'How many of its kind it stands for.' }),
    durationMs: t.int({ required: false, description: 'How long it took, in milliseconds.' }),
    model: t.string({ required: false, description: 'The model it names, without spaces.' }),
    inputTokens: t.int({ required: false, description: 'Tokens read.' }),
    outputTokens: t.int({ required: false, description: 'Tokens written.' }),
    costMicroUsd: t.int({ required: false, description: 'Cost, in millionths of a US dollar.' }),
    summary: t.string({ required: false, description: 'One short summary; SUMMARIES and FULL only.' }),
    text: t.string({ required: false, description: 'The text; FULL only.' }),
  }),
});

const RecordSessionEventsInput = builder.inputType('RecordSessionEventsInput', {
  description: 'What recordSessionEvents needs.',
  fields: (t) => ({
    sessionId: t.id({ description: 'The session.' }),
    events: t.field({ type: [SessionEventInput], description: 'The entries, in order; at most 500.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

const RecordSessionEventsPayload = sessionPayload<{ sessionId: string; recorded: number }>(
  'RecordSessionEventsPayload',
  'The session whose timeline grew.',
);

builder.objectFields(RecordSessionEventsPayload, (t) => ({
  recordedCount: t.exposeInt('recorded', { description: 'How many entries were added.' }),
}));

builder.mutationField('recordSessionEvents', (t) =>
  t.field({
    type: RecordSessionEventsPayload,
    description: 'Adds entries to a session’s timeline, all of them or none.',
    authScopes: { scope: 'session.write' },
    errors: { types: [...commonRefusals, SessionEndedError, SyncModeError] },
    args: { input: t.arg({ type: RecordSessionEventsInput, description: 'The session and the entries.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.sessions.recordSessionEvents(requireActor(ctx), input),
  }),
);
