import { Prisma } from '#prisma/generated/client/client.ts';
import { OFFLINE_AFTER_MS } from '#server/fleet/presence/online.ts';
import { clearedBy } from '../cleared-by.ts';
import { type FoundRow, groupOfRows, withinReach } from './group-of-rows.ts';

interface Row extends FoundRow {
  readonly name: string;
  readonly sessions: bigint;
}

/** Machines whose daemon was not heard of while sessions should run there, or wait to. */
export const quietMachines = groupOfRows<Row>({
  scopes: ['work.read', 'session.read'],
  rows: ({ clock }, actor) => Prisma.sql`
    SELECT m."id", m."name", count(*) AS "sessions",
      COALESCE(min(p."signedOffAt"), min(p."lastSeenAt"), min(l."requestedAt")) AS "since",
      (array_agg(l."workItemId" ORDER BY l."requestedAt", l."id"))[1] AS "workItemId"
    FROM "Launch" l JOIN "AgentSession" s ON s."id" = l."agentSessionId" JOIN "Machine" m ON m."id" = l."machineId"
    LEFT JOIN "MachinePresence" p ON p."machineId" = m."id"
    WHERE ${withinReach(actor, 'l')} AND l."state" IN ('REQUESTED', 'CLAIMED', 'STARTED') AND s."endedAt" IS NULL
      AND (p."machineId" IS NULL OR p."signedOffAt" IS NOT NULL
        OR p."lastSeenAt" < ${new Date(clock.now().getTime() - OFFLINE_AFTER_MS)}::timestamptz)
    GROUP BY m."id", m."name"`,
  needOf: ({ id, since, workItemId, name, sessions }) => ({
    ...{ id, since, workItemId, kind: 'QUIET_MACHINE' },
    title: `${name}: ${sessions} ${sessions === 1n ? 'session' : 'sessions'} there`,
    clearedBy: clearedBy.quietMachine(name),
  }),
});
