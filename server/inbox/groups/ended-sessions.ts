import { Prisma, type SessionExitReason } from '#prisma/generated/client/client.ts';
import { clearedBy } from '../cleared-by.ts';
import { type FoundRow, groupOfRows, withinReach } from './group-of-rows.ts';

interface Row extends FoundRow {
  readonly title: string;
  readonly runtime: string;
  readonly exitReason: SessionExitReason | null;
}

/**
 * Sessions that ended without completing, on work that is neither closed nor in review and that nobody took further: no
 * session runs on it or ended later, and none is handed over from this one. So work has one entry at most, by its last end.
 */
export const endedSessions = groupOfRows<Row>({
  scopes: ['work.read', 'session.read'],
  rows: (_ctx, actor) => Prisma.sql`
    SELECT s."id", s."endedAt" AS "since", s."workItemId", s."purpose" AS "title", s."runtime", s."exitReason"
    FROM "AgentSession" s JOIN "WorkItem" w ON w."id" = s."workItemId"
    WHERE ${withinReach(actor, 's')}
      AND (s."status" = 'FAILED' OR s."exitReason" = 'EXITED_WITHOUT_COMPLETION')
      AND w."state" NOT IN ('REVIEW', 'COMPLETED', 'CANCELLED')
      AND NOT EXISTS (
        SELECT 1 FROM "AgentSession" o WHERE o."workItemId" = s."workItemId" AND o."id" <> s."id"
          AND (o."endedAt" IS NULL OR (o."endedAt", o."id") > (s."endedAt", s."id")))
      AND NOT EXISTS (SELECT 1 FROM "Handoff" h WHERE h."sourceSessionId" = s."id" AND h."state" <> 'CANCELLED')`,
  needOf: ({ id, since, workItemId, title, runtime, exitReason }) => ({
    ...{ id, since, workItemId, title, kind: 'INCOMPLETE_SESSION' },
    clearedBy: clearedBy.endedSession(runtime, exitReason),
  }),
});
