import { z } from 'zod';
import { SessionEventKind, SyncMode } from '#prisma/generated/client/enums.ts';
import { readSession, sessionAnswer } from '../answers/agent-session.ts';
import { workItemRef } from '../answers/work-item.ts';
import { type Operation, operation } from '../operation.ts';
import { camelFields, sentEnum } from '../wire-names.ts';
import { orReference, written } from '../written.ts';
import { exampleId } from './example-ids.ts';

const SessionEnd = { COMPLETED: 'COMPLETED', FAILED: 'FAILED', CANCELLED: 'CANCELLED' } as const;

const credential = z
  .string()
  .nullable()
  .describe('The session’s own credential, shown this once; null in a repeated answer, or when none was wanted.');

const register = operation({
  name: 'registerSession',
  method: 'POST',
  path: '/work/{id}/sessions',
  tag: 'Sessions',
  summary: 'Register an agent session',
  description: 'Records a session that runs on open work, and starts that work if nobody did.',
  scopes: ['session.write'],
  body: z
    .strictObject({
      runtime: z.string().describe('Such as codex or claude.'),
      purpose: z.string(),
      provider_session_id: z.string().optional().describe('The runtime’s own id of the run.'),
      machine_name: z.string().optional().describe('Where it runs.'),
      sync_mode: sentEnum(SyncMode).optional().describe('What its timeline may hold; the machine’s when left out.'),
      parent_session_id: z.string().optional().describe('The session of the same work that it descends from.'),
      with_credential: z.boolean().optional().describe('Whether it gets a credential of its own; yes when left out.'),
    })
    .meta({ id: 'RegisterSession' }),
  answer: z.union([sessionAnswer.extend({ credential }), z.strictObject({ id: z.string(), credential })]).meta({
    id: 'RegisteredSession',
    description: 'The session, or its id alone without session.read, and its credential.',
  }),
  status: 201,
  example: { id: 'AUTH-1', body: { runtime: 'codex', purpose: 'implement' } },
  async run({ app, actor, id: ref, body, key }) {
    const input = { ...camelFields(body), workItem: workItemRef(ref), idempotencyKey: key };
    const { sessionId: id, credential } = await app.services.sessions.registerSession(actor, input);
    return { ...(await written(actor, 'session.read', id, () => readSession(app, actor, id))), credential };
  },
});

const get = operation({
  name: 'getSession',
  method: 'GET',
  path: '/sessions/{id}',
  tag: 'Sessions',
  summary: 'Read an agent session',
  description: 'One agent session, with its lineage: its parent, and the handoff it took on.',
  scopes: ['session.read'],
  answer: sessionAnswer,
  status: 200,
  example: { id: exampleId('ses', 1) },
  run: ({ app, actor, id }) => readSession(app, actor, id),
});

const reportWorkspace = operation({
  name: 'reportWorkspace',
  method: 'POST',
  path: '/sessions/{id}/workspace',
  tag: 'Sessions',
  summary: 'Report touched paths',
  description: 'Merges paths with two line counts each into the report of the session. There is no field for content.',
  scopes: ['session.write'],
  body: z
    .strictObject({
      files: z.array(
        z
          .strictObject({
            path: z.string().describe('Relative to the repository, with / between its parts.'),
            insertions: z.int().min(0),
            deletions: z.int().min(0),
          })
          .meta({ id: 'WorkspaceFileReport', description: 'A path and two line counts, and nothing else.' }),
      ),
    })
    .meta({ id: 'ReportWorkspace' }),
  answer: z.strictObject({ session_id: z.string() }).meta({ id: 'WorkspaceReported' }),
  status: 200,
  example: { id: exampleId('ses', 1), body: { files: [{ path: 'src/login.ts', insertions: 12, deletions: 3 }] } },
  async run({ app, actor, id, body: { files }, sentKey }) {
    const input = { sessionId: id, files, idempotencyKey: sentKey };
    const { sessionId } = await app.services.sessions.reportWorkspace(actor, input);
    return { session_id: sessionId };
  },
});

const sentMoment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const recordEvents = operation({
  name: 'recordSessionEvents',
  method: 'POST',
  path: '/sessions/{id}/events',
  tag: 'Sessions',
  summary: 'Append to a timeline',
  description: 'Appends entries to the timeline of the session, all or none, as far as its sync mode lets them out.',
  scopes: ['session.write'],
  body: z
    .strictObject({
      events: z.array(
        z
          .strictObject({
            kind: sentEnum(SessionEventKind),
            occurred_at: sentMoment,
            count: z.int().optional(),
            duration_ms: z.int().optional(),
            model: z.string().optional(),
            input_tokens: z.int().optional(),
            output_tokens: z.int().optional(),
            cost_micro_usd: z.int().optional().describe('In millionths of a US dollar.'),
            summary: z.string().optional().describe('From sync mode summaries on.'),
            text: z.string().optional().describe('In sync mode full alone.'),
          })
          .meta({ id: 'SessionEvent' }),
      ),
    })
    .meta({ id: 'RecordSessionEvents' }),
  answer: z
    .strictObject({ session_id: z.string(), recorded: z.int().describe('How many entries were appended.') })
    .meta({ id: 'SessionEventsRecorded' }),
  status: 201,
  example: {
    id: exampleId('ses', 1),
    body: { events: [{ kind: 'usage', occurred_at: '2026-01-01T00:00:00Z', input_tokens: 1200, output_tokens: 340 }] },
  },
  async run({ app, actor, id, body, key }) {
    const input = { sessionId: id, events: body.events.map(camelFields), idempotencyKey: key };
    const { sessionId, recorded } = await app.services.sessions.recordSessionEvents(actor, input);
    return { session_id: sessionId, recorded };
  },
});

const end = operation({
  name: 'endSession',
  method: 'POST',
  path: '/sessions/{id}/end',
  tag: 'Sessions',
  summary: 'End an agent session',
  description: 'Ends the session, and its credential with it.',
  scopes: ['session.write'],
  body: z
    .strictObject({ status: sentEnum(SessionEnd).describe('How it ended.'), reason: z.string().optional() })
    .meta({ id: 'EndSession' }),
  answer: orReference(sessionAnswer),
  status: 200,
  example: { id: exampleId('ses', 1), body: { status: 'completed', reason: 'Handed over.' } },
  async run({ app, actor, id, body, key }) {
    await app.services.sessions.endSession(actor, { ...body, sessionId: id, idempotencyKey: key });
    return written(actor, 'session.read', id, () => readSession(app, actor, id));
  },
});

export const sessionOperations: readonly Operation[] = [register, get, reportWorkspace, recordEvents, end];
