import type { Actor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { sessionReach } from './session-reach.ts';

interface Step {
  readonly id: string;
  readonly parentSessionId: string | null;
}

/**
 * The ids of the sessions that descend from a session, nearest generation first and by id within one, at most `limit`.
 * One query, however deep. Where lineage runs in a circle each session is named once, the first one never.
 */
export async function descendants(
  ctx: CommandContext,
  actor: Actor,
  sessionId: string,
  limit: number,
): Promise<string[]> {
  const { organisationId, workItemId } = sessionReach(actor);
  const steps = await ctx.prisma.$queryRaw<Step[]>`
    WITH RECURSIVE down AS (
      SELECT s."id", s."parentSessionId" FROM "AgentSession" s
      WHERE s."id" = ${sessionId} AND s."organisationId" = ${organisationId}
        AND (${workItemId}::text IS NULL OR s."workItemId" = ${workItemId})
      UNION
      SELECT s."id", s."parentSessionId" FROM down JOIN "AgentSession" s ON s."parentSessionId" = down."id"
      WHERE s."organisationId" = ${organisationId} AND (${workItemId}::text IS NULL OR s."workItemId" = ${workItemId})
    )
    SELECT "id", "parentSessionId" FROM down LIMIT ${limit + 1}`;
  return generations(sessionId, steps);
}

/** The rows come in no promised order: the links between them say the generations. */
function generations(start: string, steps: readonly Step[]): string[] {
  const children = new Map<string | null, string[]>();
  for (const { id, parentSessionId } of steps) {
    const siblings = children.get(parentSessionId);
    if (siblings === undefined) children.set(parentSessionId, [id]);
    else siblings.push(id);
  }
  const seen = new Set([start]);
  // A Set is walked in the order of insertion, what is added on the way included: breadth first.
  for (const parent of seen) {
    for (const id of (children.get(parent) ?? []).sort()) seen.add(id);
  }
  seen.delete(start);
  return [...seen];
}
