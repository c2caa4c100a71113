import { type Actor, recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ValidationError } from '#server/errors.ts';
import { onceIfKeyed } from '#server/idempotency/once-if-keyed.ts';
import { listLimits } from '#server/text-limits.ts';
import { lockLiveSession } from '../require-session.ts';
import { workspacePath } from './workspace-path.ts';

/** Largest line count that is kept. */
const MAX_COUNT = 2 ** 31 - 1;

const entryFields: readonly string[] = ['path', 'insertions', 'deletions'] satisfies (keyof WorkspaceEntry)[];

/** A path and two line counts; there is no field in which content could travel. */
export interface WorkspaceEntry {
  readonly path: string;
  readonly insertions: number;
  readonly deletions: number;
}

export interface ReportWorkspaceInput {
  sessionId: string;
  files: readonly WorkspaceEntry[];
  /** May be left out: a repeated report changes nothing. */
  idempotencyKey?: string | null | undefined;
}

/**
 * Merges paths that a session touched into its workspace report: the newest counts of a path stand, and what this report
 * leaves out stays. Repeating a report changes nothing and records no event.
 *
 * Throws ValidationError naming the entry for a bad path or count and for any further field, NotFoundError,
 * SessionEndedError, and ForbiddenError when the actor may not write to the session.
 */
export async function reportWorkspace(
  ctx: CommandContext,
  actor: Actor,
  { idempotencyKey: key, ...input }: ReportWorkspaceInput,
): Promise<{ sessionId: string }> {
  requireScope(actor, 'session.write');
  const { sessionId } = input;
  const entries = checkedEntries(input.files);
  return onceIfKeyed(ctx, { actor, command: 'reportWorkspace', key, input }, async (tx) => {
    const { id, organisationId, workItemId } = await lockLiveSession(tx, actor, sessionId);
    const changed = await mergeEntries(tx, id, entries);
    if (changed > 0) {
      tx.record({
        type: 'session.workspace_reported',
        organisationId,
        actor: recordedActor(actor),
        workItemId,
        agentSessionId: id,
        data: { sessionId: id, files: changed },
      });
    }
    return { sessionId: id };
  });
}

/** The entries by path, the later of two for one path standing. */
function checkedEntries(files: readonly WorkspaceEntry[]): WorkspaceEntry[] {
  const max = listLimits.workspaceFiles;
  if (files.length > max) throw new ValidationError('files', `has ${files.length} entries; the limit is ${max}`);
  const byPath = new Map<string, WorkspaceEntry>();
  files.forEach((entry, i) => {
    const field = `files[${i}]`;
    const unknown = Object.keys(entry).find((key) => !entryFields.includes(key));
    if (unknown !== undefined) {
      throw new ValidationError(
        field,
        `holds a field ${JSON.stringify(unknown)}; a report is paths and two counts, nothing else`,
      );
    }
    const path = workspacePath(`${field}.path`, entry.path);
    const insertions = checkedCount(`${field}.insertions`, entry.insertions);
    const deletions = checkedCount(`${field}.deletions`, entry.deletions);
    byPath.set(path, { path, insertions, deletions });
  });
  return [...byPath.values()];
}

function checkedCount(field: string, count: number): number {
  if (Number.isInteger(count) && count >= 0 && count <= MAX_COUNT) return count;
  throw new ValidationError(field, `must be a whole number from 0 to ${MAX_COUNT}`);
}

/** One statement for the whole report, however long. Returns how many paths are new or have new counts. */
async function mergeEntries(tx: Tx, agentSessionId: string, entries: readonly WorkspaceEntry[]): Promise<number> {
  const paths = entries.map((entry) => entry.path);
  const insertions = entries.map((entry) => entry.insertions);
  const deletions = entries.map((entry) => entry.deletions);
  return tx.db.$executeRaw`
    INSERT INTO "WorkspaceFile" AS known ("agentSessionId", "pathDigest", "path", "insertions", "deletions", "reportedAt")
    SELECT ${agentSessionId}, encode(sha256(convert_to(entry."path", 'UTF8')), 'hex'),
           entry."path", entry."insertions", entry."deletions", ${tx.now}::timestamptz
    FROM unnest(${paths}::text[], ${insertions}::int[], ${deletions}::int[])
      AS entry ("path", "insertions", "deletions")
    ON CONFLICT ("agentSessionId", "pathDigest") DO UPDATE
    SET "insertions" = EXCLUDED."insertions", "deletions" = EXCLUDED."deletions", "reportedAt" = EXCLUDED."reportedAt"
    WHERE (known."insertions", known."deletions") IS DISTINCT FROM (EXCLUDED."insertions", EXCLUDED."deletions")`;
}
