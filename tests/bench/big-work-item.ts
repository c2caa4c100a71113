import type pg from 'pg';
import { addWorkItem, newKey } from '#tests/support/cast.ts';
import type { BenchApp } from './bench-app.ts';

/** How much one work item holds. Half of the decisions are superseded; a tenth of the sessions failed. */
export const size = { decisions: 10_000, artifactVersions: 5_000, blockers: 200, sessions: 2_000, paths: 100_000 };
/** Versions that each artifact title has. */
const VERSIONS_PER_TITLE = 5;

export interface BigWorkItem {
  readonly workItemId: string;
  /** The session that reported every path. */
  readonly sourceSessionId: string;
  readonly handoffId: string;
}

/** A work item of the sizes above, and a handoff of it, requested and not compiled. */
export async function seedBigWorkItem(bench: BenchApp): Promise<BigWorkItem> {
  const { app, owner } = bench;
  const workItemId = await addWorkItem(app, owner);
  await inBulk(app.database.pool, (client) => fill(client, owner.organisationId, [workItemId, 'big', 1]));
  const sourceSessionId = 'ses_big-1-1';
  const { handoffId } = await app.services.handoffs.requestHandoff(owner, {
    workItem: { id: workItemId },
    fromSessionId: sourceSessionId,
    targetRuntime: 'claude',
    purpose: 'review',
    idempotencyKey: newKey(),
  });
  return { workItemId, sourceSessionId, handoffId };
}

/** `times` as much other work in the same organisation, each part a work item of the same sizes. */
export async function seedOtherWork(bench: BenchApp, times: number): Promise<void> {
  const { app, owner } = bench;
  const workItemIds: string[] = [];
  for (let n = 0; n < times; n += 1) workItemIds.push(await addWorkItem(app, owner));
  await inBulk(app.database.pool, async (client) => {
    for (const [n, id] of workItemIds.entries()) await fill(client, owner.organisationId, [id, 'other', n]);
  });
}

/** Rows by the million: without the checks of foreign keys, which hold by construction, then with fresh statistics. */
export async function inBulk(pool: pg.Pool, write: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query('SET synchronous_commit = off');
    await write(client);
    await client.query('RESET session_replication_role');
    await client.query('RESET synchronous_commit');
    await client.query('VACUUM ANALYZE');
  } finally {
    client.release();
  }
}

async function fill(client: pg.PoolClient, organisationId: string, [workItemId, label, n]: [string, string, number]) {
  const place = [organisationId, workItemId, `${label}-${n}`];
  const by = `'{"kind":"member","id":"usr_1","name":"Owner"}'::jsonb`;
  const at = `'2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second'`;
  await client.query(
    `INSERT INTO "AgentSession" ("id", "organisationId", "workItemId", "runtime", "purpose", "status", "syncMode",
       "registeredAt", "endedAt", "registeredBy")
     SELECT 'ses_' || $3 || '-' || n, $1, $2, 'codex', 'implement step ' || n,
       (CASE WHEN n % 10 = 0 THEN 'FAILED' ELSE 'COMPLETED' END)::"AgentSessionStatus", 'METADATA_ONLY', ${at}, ${at}, ${by}
     FROM generate_series(1, ${size.sessions}) n`,
    place,
  );
  await client.query(
    `INSERT INTO "Decision" ("id", "organisationId", "workItemId", "statement", "rationale", "evidence", "recordedAt",
       "recordedBy", "supersededById")
     SELECT 'dec_' || $3 || '-' || n, $1, $2, 'Decision ' || n, 'because of ' || n, ARRAY['https://e.example/' || n],
       ${at}, ${by}, CASE WHEN n % 2 = 0 THEN 'dec_' || $3 || '-' || (n - 1) END
     FROM generate_series(1, ${size.decisions}) n`,
    place,
  );
  await client.query(
    `INSERT INTO "Artifact" ("id", "organisationId", "workItemId", "type", "title", "version", "isLatest", "uri",
       "attachedAt", "attachedBy")
     SELECT 'art_' || $3 || '-' || n, $1, $2, 'report', 'Report ' || n / ${VERSIONS_PER_TITLE},
       n % ${VERSIONS_PER_TITLE} + 1, n % ${VERSIONS_PER_TITLE} = ${VERSIONS_PER_TITLE - 1}, 'https://a.example/' || n,
       ${at}, ${by}
     FROM generate_series(0, ${size.artifactVersions - 1}) n`,
    place,
  );
  await client.query(
    `INSERT INTO "Blocker" ("id", "organisationId", "workItemId", "title", "detail", "severity", "status", "raisedAt",
       "raisedBy")
     SELECT 'blk_' || $3 || '-' || n, $1, $2, 'Blocker ' || n, 'detail', 'LOW', 'OPEN', ${at}, ${by}
     FROM generate_series(1, ${size.blockers}) n`,
    place,
  );
  await client.query(
    `INSERT INTO "WorkspaceFile" ("agentSessionId", "pathDigest", "path", "insertions", "deletions", "reportedAt")
     SELECT 'ses_' || $1 || '-1', lpad(n::text, 64, '0'), 'src/part-' || n / 1000 || '/file-' || n || '.ts', n, 0, now()
     FROM generate_series(1, ${size.paths}) n`,
    [place[2]],
  );
}
