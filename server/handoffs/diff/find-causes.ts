import { type Event, Prisma, type PrismaClient } from '#prisma/generated/client/client.ts';
import { type Cause, LAST } from './cause.ts';

/** The part of a work item's log between two compiles. */
export interface LogPart {
  readonly organisationId: string;
  readonly workItemId: string;
  readonly handoffId: string;
  /** What the earlier package knows of ends with this `seq`. */
  readonly after: bigint;
  /** The same of the later one. Compiles of the handoff itself are looked for beyond it: none knows of its own event. */
  readonly until: bigint;
}

/** What each fact is about, as `Cause.subject` names it. */
const subjects = Prisma.sql`
  CASE e."type"
    WHEN 'work_item.updated' THEN string_to_array(e."data"->>'fields', ',')
    WHEN 'work_item.state_changed' THEN
      ARRAY[${LAST}, (extract(epoch FROM e."occurredAt") * 1000)::bigint || ' ' || (e."data"->>'to')]
    WHEN 'outcome.recorded' THEN ARRAY[${LAST}]
    WHEN 'handoff.compiled' THEN ARRAY[e."handoffId", e."handoffId" || ' v' || (e."data"->>'version')]
    WHEN 'handoff.rejected' THEN ARRAY[e."handoffId"]
    WHEN 'decision.recorded' THEN ARRAY[e."data"->>'decisionId']
    WHEN 'decision.superseded' THEN ARRAY[e."data"->>'decisionId']
    WHEN 'artifact.attached' THEN ARRAY[e."data"->>'artifactId']
    WHEN 'blocker.raised' THEN ARRAY[e."data"->>'blockerId']
    WHEN 'blocker.resolved' THEN ARRAY[e."data"->>'blockerId']
    ELSE ARRAY[e."agentSessionId"]
  END`;

interface Row extends Event {
  readonly subject: string;
  /** How often it happened in this part of the log. */
  readonly times: number;
  /** Whether the log still holds all of this part. */
  readonly isWhole: boolean;
}

/**
 * The last event of each cause in a part of the log, under `keyOf` the cause, in one query however many are asked for. A
 * cause that did not happen there, or is no longer kept, has none.
 */
export async function findCauses(
  db: Pick<PrismaClient, '$queryRaw'>,
  { organisationId, workItemId, handoffId, after, until }: LogPart,
  causes: readonly Cause[],
): Promise<Map<string, Event>> {
  if (causes.length === 0) return new Map();
  const wanted = new Map(causes.map((cause) => [keyOf(cause), cause]));
  const types = [...wanted.values()].map(({ type }) => type);
  const about = [...wanted.values()].map(({ subject }) => subject);
  const rows = await db.$queryRaw<Row[]>`
    SELECT DISTINCT ON (e."type", about."subject") e.*, about."subject",
           (count(*) OVER (PARTITION BY e."type", about."subject"))::int AS "times",
           (SELECT min("seq") FROM "Event" WHERE "organisationId" = ${organisationId}) <= ${after} + 1 AS "isWhole"
    FROM "Event" e
    CROSS JOIN LATERAL unnest(${subjects}) AS about("subject")
    JOIN unnest(${types}::text[], ${about}::text[]) AS wanted("type", "subject")
      ON wanted."type" = e."type" AND wanted."subject" = about."subject"
    WHERE e."organisationId" = ${organisationId} AND e."workItemId" = ${workItemId} AND e."seq" > ${after}
      AND (e."seq" <= ${until} OR (e."type" = 'handoff.compiled' AND e."handoffId" = ${handoffId}))
    ORDER BY e."type", about."subject", e."seq" DESC`;
  const isTold = ({ times, isWhole, ...row }: Row): boolean =>
    (times === 1 && isWhole) || wanted.get(keyOf(row))?.mustBeOnly !== true;
  return new Map(rows.filter(isTold).map((row) => [keyOf(row), row]));
}

/** A cause as one text. */
export const keyOf = ({ type, subject }: { readonly type: string; readonly subject: string }): string =>
  `${type} ${subject}`;
