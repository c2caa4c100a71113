import { Prisma } from '#prisma/generated/client/client.ts';
import { clearedBy } from '../cleared-by.ts';
import { type FoundRow, groupOfRows, withinReach } from './group-of-rows.ts';

interface Row extends FoundRow {
  readonly title: string;
  readonly uncertainty: string | null;
  readonly machine: string;
}

/** Sessions of which nobody can tell whether they run, also on closed work: something may still be at it. */
export const uncertainSessions = groupOfRows<Row>({
  scopes: ['work.read', 'session.read'],
  rows: (_ctx, actor) => Prisma.sql`
    SELECT s."id", COALESCE(l."uncertainSince", l."claimedAt", l."requestedAt") AS "since", s."workItemId",
      s."purpose" AS "title", l."uncertainty", m."name" AS "machine"
    FROM "Launch" l JOIN "AgentSession" s ON s."id" = l."agentSessionId" JOIN "Machine" m ON m."id" = l."machineId"
    WHERE ${withinReach(actor, 'l')} AND l."state" = 'UNCERTAIN'`,
  needOf: ({ id, since, workItemId, title, uncertainty, machine }) => ({
    ...{ id, since, workItemId, title, kind: 'UNCERTAIN_SESSION' },
    clearedBy: clearedBy.uncertainSession(machine, uncertainty),
  }),
});
