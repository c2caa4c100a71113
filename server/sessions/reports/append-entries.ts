import { recordedActor } from '#server/auth/actor.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ValidationError } from '#server/errors.ts';
import { type KeyedRequest, outcomeOf } from '#server/idempotency/once-each.ts';
import type { Ids } from '#server/ids.ts';
import { type LockedSession, lockSessions, requireLiveSession } from '../require-session.ts';
import { type CheckedEntry, checkedEntry, type SessionEntry } from './session-entry.ts';

/** Most entries in the timeline of one session; a session that says more is out of hand. */
const MAX_SESSION_EVENTS = 100_000;

export interface TimelineInput {
  sessionId: string;
  events: readonly SessionEntry[];
}

/** A type, since it is stored with its key. */
export type TimelineRecorded = { readonly sessionId: string; readonly recorded: number };

/** A row of the timeline, its moment in milliseconds. */
type Row = Omit<CheckedEntry, 'occurredAt'> &
  Pick<LockedSession, 'organisationId' | 'workItemId'> & {
    readonly id: string;
    readonly agentSessionId: string;
    readonly position: number;
    readonly occurredAt: number;
  };

/**
 * Appends the entries of many requests to their timelines in six statements, however many there are. Each request is
 * refused for itself, and then nothing of it is written.
 */
export async function appendEntries(
  tx: Tx,
  ids: Ids,
  requests: readonly KeyedRequest<TimelineInput>[],
): Promise<PromiseSettledResult<TimelineRecorded>[]> {
  const organisationId = requests[0]?.actor.organisationId ?? '';
  const named = [...new Set(requests.map(({ input }) => input.sessionId))];
  const sessions = await lockSessions(tx, organisationId, named);
  const ends = await endsOf(tx, [...sessions.keys()]);
  const rows: Row[] = [];
  const outcomes = requests.map(({ actor, input }) =>
    outcomeOf(() => {
      const session = requireLiveSession(actor, sessions, input.sessionId);
      const entries = input.events.map((entry, i) => checkedEntry(`events[${i}]`, entry, session.syncMode));
      const from = (ends.get(session.id) ?? 0) + 1;
      const to = from + entries.length - 1;
      if (to > MAX_SESSION_EVENTS) {
        throw new ValidationError('events', `would be more than ${MAX_SESSION_EVENTS} in one session`);
      }
      ends.set(session.id, to);
      for (const [i, entry] of entries.entries()) rows.push(rowOf(session, entry, ids.next('sev'), from + i));
      recordIn(tx, session, recordedActor(actor), { from, to });
      return { sessionId: session.id, recorded: entries.length };
    }),
  );
  if (rows.length > 0) await insertRows(tx, rows);
  await nameModels(tx, sessions, rows);
  return outcomes;
}

function rowOf(session: LockedSession, entry: CheckedEntry, id: string, position: number): Row {
  const { id: agentSessionId, organisationId, workItemId } = session;
  const occurredAt = entry.occurredAt.getTime();
  return { ...entry, id, organisationId, workItemId, agentSessionId, position, occurredAt };
}

function recordIn(
  tx: Tx,
  { id: sessionId, organisationId, workItemId }: LockedSession,
  actor: ReturnType<typeof recordedActor>,
  range: { readonly from: number; readonly to: number },
): void {
  const about = { organisationId, actor, workItemId, agentSessionId: sessionId };
  tx.record({ type: 'session.events_recorded', ...about, data: { sessionId, ...range } });
}

/** The last position in the timeline of each session; absent where it is empty. Read after the lock, so it stands. */
async function endsOf(tx: Tx, sessionIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.db.$queryRaw<{ sessionId: string; end: number }[]>`
    SELECT "sessionId", "end" FROM unnest(${[...sessionIds]}::text[]) AS asked("sessionId"), LATERAL (
      SELECT max(entry."position") AS "end" FROM "SessionEvent" entry WHERE entry."agentSessionId" = asked."sessionId"
    ) AS last WHERE "end" IS NOT NULL`;
  return new Map(rows.map(({ sessionId, end }) => [sessionId, end]));
}

async function insertRows(tx: Tx, rows: readonly Row[]): Promise<void> {
  await tx.db.$executeRaw`
    INSERT INTO "SessionEvent" ("id", "organisationId", "workItemId", "agentSessionId", "position", "kind", "occurredAt",
                                "count", "durationMs", "model", "inputTokens", "outputTokens", "costMicroUsd",
                                "summary", "text")
    SELECT "id", "organisationId", "workItemId", "agentSessionId", "position", "kind"::"SessionEventKind",
           to_timestamp("occurredAt" / 1000), "count", "durationMs", "model", "inputTokens", "outputTokens",
           "costMicroUsd", "summary", "text"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS entry(
      "id" text, "organisationId" text, "workItemId" text, "agentSessionId" text, "position" int, "kind" text,
      "occurredAt" double precision, "count" int, "durationMs" int, "model" text, "inputTokens" int, "outputTokens" int,
      "costMicroUsd" int, "summary" text, "text" text)`;
}

/** Gives each session that has none the first model that its entries name. */
async function nameModels(tx: Tx, sessions: ReadonlyMap<string, LockedSession>, rows: readonly Row[]): Promise<void> {
  const models = new Map<string, string>();
  for (const { agentSessionId: id, model } of rows) {
    if (model !== null && sessions.get(id)?.model === null && !models.has(id)) models.set(id, model);
  }
  if (models.size === 0) return;
  await tx.db.$executeRaw`
    UPDATE "AgentSession" SET "model" = named."model"
    FROM unnest(${[...models.keys()]}::text[], ${[...models.values()]}::text[]) AS named("id", "model")
    WHERE "AgentSession"."id" = named."id"`;
}
