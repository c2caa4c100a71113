import type { Prisma } from '#prisma/generated/client/client.ts';
import { ServerOutdatedError } from '#server/errors.ts';
import type { Ids } from '#server/ids.ts';
import type { EventDraft } from './event-types.ts';

/**
 * Writes the facts of one transaction into the log, as its last act. The counter's row lock is held from here to the
 * commit, so within an organisation the order of `seq` is the order of commits, without gaps. A transaction writes to one
 * organisation only.
 *
 * It is one statement, since whatever lies between the lock and the commit makes all other writers of the organisation
 * wait: the counter moves, and the rows are written, each with the machine of its session. It also looks for migrations
 * that are not among the `known` ones, at no cost of its own: what this server does not know it must not change.
 * @throws {ServerOutdatedError} when a newer server migrated the database; the transaction is to be given up.
 */
export async function insertEvents(
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  ids: Ids,
  now: Date,
  events: readonly EventDraft[],
  known: readonly string[],
): Promise<void> {
  const organisationId = events[0]?.organisationId;
  if (organisationId === undefined) return;
  const { length } = events;
  const facts = JSON.stringify(events.map((event) => ({ ...event, id: ids.next('evt') })));
  const [answer] = await db.$queryRaw<{ written: number; unknown: string | null }[]>`
    WITH place AS (
      UPDATE "Organisation" SET "lastEventSeq" = "lastEventSeq" + ${length} WHERE "id" = ${organisationId}
      RETURNING "lastEventSeq" - ${length} AS "before"
    ), written AS (
      INSERT INTO "Event" ("organisationId", "seq", "id", "type", "workItemId", "agentSessionId", "handoffId",
                           "machineId", "actor", "data", "occurredAt")
      SELECT ${organisationId}, "before" + "nth", fact->>'id', fact->>'type', fact->>'workItemId',
             fact->>'agentSessionId', fact->>'handoffId', coalesce(fact->>'machineId', session."machineId"),
             fact->'actor', fact->'data', ${now.toISOString()}::timestamptz
      FROM place, jsonb_array_elements(${facts}::jsonb) WITH ORDINALITY AS facts(fact, "nth")
      LEFT JOIN "AgentSession" session ON session."id" = fact->>'agentSessionId'
      RETURNING 1
    )
    SELECT count(*)::int AS "written",
           (SELECT min("migration_name") FROM "_prisma_migrations"
            WHERE "rolled_back_at" IS NULL AND "migration_name" <> ALL(${[...known]})) AS "unknown"
    FROM written`;
  if (typeof answer?.unknown === 'string') throw new ServerOutdatedError(`the migration ${answer.unknown}`);
  if (answer?.written !== length) throw new Error(`There is no organisation ${organisationId} to record an event of.`);
}
