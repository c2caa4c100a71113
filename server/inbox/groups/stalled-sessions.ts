import { type AgentSessionStatus, Prisma } from '#prisma/generated/client/client.ts';
import { OFFLINE_AFTER_MS } from '#server/fleet/presence/online.ts';
import { clearedBy } from '../cleared-by.ts';
import { type FoundRow, groupOfRows, withinReach } from './group-of-rows.ts';

/** How long a session may be silent, in milliseconds: one that a daemon runs and reports on, and any other. */
export const STALLED_AFTER_MS = 15 * 60_000;
export const OTHERS_STALLED_AFTER_MS = 4 * 60 * 60_000;

interface Row extends FoundRow {
  readonly title: string;
  readonly status: AgentSessionStatus;
  readonly isLaunched: boolean;
}

/**
 * Sessions that should be at work and of which nothing was heard for long: no entry of their timeline but that they wait,
 * no record, no touched file. Times are the server's. Those of a quiet machine, or uncertain, are told in their own groups.
 */
export const stalledSessions = groupOfRows<Row>({
  scopes: ['work.read', 'session.read'],
  rows: ({ clock }, actor) => {
    const now = clock.now().getTime();
    const before = (ms: number) => Prisma.sql`${new Date(now - ms)}::timestamptz`;
    return Prisma.sql`
      SELECT s."id", sign."at" AS "since", s."workItemId", s."purpose" AS "title", s."status",
        l."id" IS NOT NULL AS "isLaunched"
      FROM "AgentSession" s JOIN "WorkItem" w ON w."id" = s."workItemId"
      LEFT JOIN "Launch" l ON l."agentSessionId" = s."id"
      LEFT JOIN "MachinePresence" p ON p."machineId" = l."machineId"
      CROSS JOIN LATERAL (SELECT GREATEST(COALESCE(s."startedAt", s."registeredAt"), (${lastSign})) AS "at") sign
      WHERE ${withinReach(actor, 's')} AND s."endedAt" IS NULL AND w."state" NOT IN ('COMPLETED', 'CANCELLED')
        AND sign."at" < CASE WHEN l."id" IS NULL THEN ${before(OTHERS_STALLED_AFTER_MS)}
          ELSE ${before(STALLED_AFTER_MS)} END
        AND (l."id" IS NULL OR (l."state" NOT IN ('UNCERTAIN', 'ENDED') AND p."signedOffAt" IS NULL
          AND p."lastSeenAt" >= ${before(OFFLINE_AFTER_MS)}))`;
  },
  needOf: ({ id, since, workItemId, title, status, isLaunched }) => ({
    ...{ id, since, workItemId, title, kind: 'STALLED_SESSION' },
    clearedBy: clearedBy.stalledSession(status, isLaunched),
  }),
});

/** The newest fact about a session, by the log; of reports on its timeline only those up to the last word it said. */
const lastSign = Prisma.sql`
  SELECT e."occurredAt" FROM "Event" e
  WHERE e."agentSessionId" = s."id" AND e."organisationId" = s."organisationId"
    AND (e."type" <> 'session.events_recorded' OR (e."data"->>'from')::int <= (
      SELECT COALESCE(max(v."position"), 0) FROM "SessionEvent" v
      WHERE v."agentSessionId" = s."id" AND v."kind" <> 'BLOCKED'))
  ORDER BY e."seq" DESC LIMIT 1`;
