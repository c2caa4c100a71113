import type { Actor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { sessionReach } from './session-reach.ts';

interface Step {
  readonly id: string;
  readonly parentSessionId: string | null;
}

/**
 * The ids of the sessions that a session descends from, nearest first, at most `limit`. One query, however long the way.
 * Where lineage runs in a circle each session is named once. What is out of the actor's reach ends the way.
 *
 * `UNION` drops a row that came before, so the recursion ends on a circle without carrying the path along.
 */
export async function ancestors(
  ctx: CommandContext,
  actor: Actor,
  sessionId: string,
  limit: number,
): Promise<string[]> {
  const { organisationId, workItemId } = sessionReach(actor);
  const steps = await ctx.prisma.$queryRaw<Step[]>`
    WITH RECURSIVE up AS (
      SELECT s."id", s."parentSessionId" FROM "AgentSession" s
      WHERE s."id" = ${sessionId} AND s."organisationId" = ${organisationId}
        AND (${workItemId}::text IS NULL OR s."workItemId" = ${workItemId})
      UNION
      SELECT s."id", s."parentSessionId" FROM up JOIN "AgentSession" s ON s."id" = up."parentSessionId"
      WHERE s."organisationId" = ${organisationId} AND (${workItemId}::text IS NULL OR s."workItemId" = ${workItemId})
    )
    SELECT "id", "parentSessionId" FROM up LIMIT ${limit + 1}`;
  return walk(sessionId, new Map(steps.map((step) => [step.id, step.parentSessionId])));
}

/** The rows come in no promised order: the links between them say it. */
function walk(start: string, parents: ReadonlyMap<string, string | null>): string[] {
  const seen = new Set([start]);
  for (
    let at = parents.get(start) ?? null;
    at !== null && parents.has(at) && !seen.has(at);
    at = parents.get(at) ?? null
  ) {
    seen.add(at);
  }
  seen.delete(start);
  return [...seen];
}
