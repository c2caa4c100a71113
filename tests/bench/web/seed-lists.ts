import { addSession, addWorkItem } from '#tests/support/cast.ts';
import type { BenchApp } from '../bench-app.ts';
import { inBulk } from '../big-work-item.ts';

/** How long the two lists are that the page scrolls through. */
export const lengths = { workItems: 10_000, sessionEvents: 50_000 };

const idOf = (prefix: string): string => `'${prefix}_00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0')`;

/** Fills both lists; gives the session whose timeline is long. */
export async function seedLists({ app, owner }: BenchApp): Promise<{ workItemId: string; sessionId: string }> {
  const workItemId = await addWorkItem(app, owner);
  const { sessionId } = await addSession(app, owner, workItemId);
  await inBulk(app.database.pool, async (client) => {
    await client.query(
      `INSERT INTO "WorkItem" ("id", "organisationId", "projectId", "key", "title", "goal", "taskType", "priority",
         "state", "constraints", "acceptanceCriteria", "createdAt", "updatedAt")
       SELECT ${idOf('wrk')}, "organisationId", "projectId", 'OLD-' || n, 'Old work ' || n, 'goal ' || n, 'feature',
         'MEDIUM', 'OPEN', '{}', '{}', "createdAt" - n * interval '1 minute', "createdAt" - n * interval '1 minute'
       FROM "WorkItem", generate_series(1, ${lengths.workItems}) n WHERE "id" = $1`,
      [workItemId],
    );
    await client.query(
      `INSERT INTO "SessionEvent" ("id", "organisationId", "workItemId", "agentSessionId", "position", "kind",
         "occurredAt", "count")
       SELECT ${idOf('sev')}, $1, $2, $3, n, (ARRAY['TOOL', 'TOOL', 'MESSAGE'])[n % 3 + 1]::"SessionEventKind",
         now() - (${lengths.sessionEvents} - n) * interval '1 second', n
       FROM generate_series(1, ${lengths.sessionEvents}) n`,
      [owner.organisationId, workItemId, sessionId],
    );
  });
  return { workItemId, sessionId };
}
