import { redactTexts } from '#schema/documents/redaction/redact-texts.ts';
import { Prisma } from '#prisma/generated/client/client.ts';
import { bounds } from './bounds.ts';
import type { GatheredRecord } from './gathered-record.ts';

/**
 * Reads everything a package of this handoff says, in one statement and so in one state of the record, each list in an
 * explicit order that ends in the id, by code point. Lists that the package bounds are read up to their bound and counted.
 *
 * Rows may be older than a rule of the redactor, so they pass through it once more. The handoff has to exist.
 */
export async function gather(
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  handoffId: string,
): Promise<GatheredRecord> {
  const rows = await db.$queryRaw<{ record: string }[]>`
    SELECT json_build_object(
      ${logEnd}, ${work}, ${source}, ${milestones}, ${decisions}, ${artifacts}, ${unresolved}, ${files}
    )::text AS "record"
    FROM "Handoff" h JOIN "WorkItem" w ON w."id" = h."workItemId" WHERE h."id" = ${handoffId}`;
  const record = rows[0]?.record;
  if (record === undefined) throw new Error(`Handoff ${handoffId} vanished while it was read.`);
  return redactTexts(JSON.parse(record) as GatheredRecord).value;
}

const logEnd = Prisma.sql`
  'logEnd', (SELECT o."lastEventSeq"::text FROM "Organisation" o WHERE o."id" = w."organisationId")`;

const work = Prisma.sql`
  'handoff', json_build_object('objective', h."objective", 'purpose', h."purpose"),
  'work', json_build_object('id', w."id", 'key', w."key", 'title', w."title", 'goal', w."goal",
    'taskType', w."taskType", 'priority', w."priority", 'state', w."state",
    'constraints', w."constraints", 'acceptanceCriteria', w."acceptanceCriteria")`;

const source = Prisma.sql`
  'source', (
    SELECT json_build_object('id', s."id", 'runtime', s."runtime", 'providerSessionId', s."providerSessionId",
      'machine', m."name")
    FROM "AgentSession" s LEFT JOIN "Machine" m ON m."id" = s."machineId"
    WHERE s."id" = h."sourceSessionId")`;

const milestones = Prisma.sql`
  'stateChanges', (
    SELECT json_agg(json_build_object('id', c."id", 'from', c."from", 'to', c."to", 'at', c."changedAt")
      ORDER BY c."changedAt", c."id" COLLATE "C")
    FROM "WorkItemStateChange" c WHERE c."workItemId" = w."id"),
  'completedSessions', (
    SELECT json_agg(json_build_object('id', s."id", 'runtime', s."runtime", 'purpose', s."purpose", 'at', s."endedAt")
      ORDER BY s."endedAt", s."id" COLLATE "C")
    FROM "AgentSession" s WHERE s."workItemId" = w."id" AND s."status" = 'COMPLETED'
      AND s."exitReason" IS DISTINCT FROM 'EXITED_WITHOUT_COMPLETION')`;

/** `supersededById` leads the order because the planner does not see that IS NULL makes it constant, and would sort. */
const decisions = Prisma.sql`
  'decisions', (SELECT json_agg(d) FROM (
    SELECT "id", "statement", "rationale", "recordedAt" AS "at", "evidence" FROM "Decision"
    WHERE "workItemId" = w."id" AND "supersededById" IS NULL
    ORDER BY "supersededById", "recordedAt" DESC, "id" COLLATE "C" DESC LIMIT ${bounds.decisions}) d),
  'decisionCount', (SELECT count(*) FROM "Decision" WHERE "workItemId" = w."id" AND "supersededById" IS NULL)`;

const artifacts = Prisma.sql`
  'artifacts', (SELECT json_agg(a) FROM (
    SELECT "id", "type", "title", "version", "uri", "sha256" FROM "Artifact"
    WHERE "workItemId" = w."id" AND "isLatest"
    ORDER BY "attachedAt" DESC, "id" COLLATE "C" DESC LIMIT ${bounds.artifacts}) a),
  'artifactCount', (SELECT count(*) FROM "Artifact" WHERE "workItemId" = w."id" AND "isLatest")`;

const unresolved = Prisma.sql`
  'blockers', (
    SELECT json_agg(json_build_object('id', b."id", 'severity', b."severity", 'title', b."title")
      ORDER BY b."raisedAt", b."id" COLLATE "C")
    FROM "Blocker" b WHERE b."workItemId" = w."id" AND b."status" = 'OPEN'),
  'rejections', (
    SELECT json_agg(json_build_object('handoffId', r."id", 'reason', r."rejectReason", 'note', r."rejectNote")
      ORDER BY r."rejectedAt", r."id" COLLATE "C")
    FROM "Handoff" r WHERE r."workItemId" = w."id" AND r."state" = 'REJECTED'),
  'unmetCriteria', (
    SELECT to_json("unmetCriteria") FROM "Outcome" WHERE "workItemId" = w."id"
    ORDER BY "recordedAt" DESC, "id" COLLATE "C" DESC LIMIT 1)`;

/** The index holds the head of a path, since a whole one may not fit; ordering by it first gives the order of the paths. */
const files = Prisma.sql`
  'files', (SELECT json_agg("path") FROM (
    SELECT "path" FROM "WorkspaceFile" WHERE "agentSessionId" = h."sourceSessionId"
    ORDER BY left("path", 256), "path" LIMIT ${bounds.relevantFiles}) f),
  'fileCount', (SELECT count(*) FROM "WorkspaceFile" WHERE "agentSessionId" = h."sourceSessionId")`;
