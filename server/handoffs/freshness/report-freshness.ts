import { freshnessLook, type FreshnessLook } from '#schema/documents/freshness/source-pin.ts';
import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { ValidationError } from '#server/errors.ts';
import { lockSession } from '#server/sessions/require-session.ts';
import { lockHandoff } from '../lock-handoff.ts';
import { recordHandoffEvent } from '../record-handoff-event.ts';

export interface ReportFreshnessInput {
  handoffId: string;
  /** The session that continues it there, or is about to. */
  sessionId: string;
  /** The version of the package whose pin was held against that workspace. */
  packageVersion: number;
  look: FreshnessLook;
}

/**
 * Keeps what a destination saw when it looked again: its workspace against the pin of a package. The newest look of a
 * session stands, and each is an event.
 *
 * Throws NotFoundError for the handoff or the session, ValidationError for a session of other work, for a version the
 * handoff never had and for a malformed look, ForbiddenError when the actor may not write to the session.
 */
export async function reportFreshness(
  ctx: CommandContext,
  actor: Actor,
  { handoffId, sessionId, packageVersion, look: given }: ReportFreshnessInput,
): Promise<{ handoffId: string }> {
  requireScope(actor, 'session.write', 'handoff.read');
  const look = checkedLook(given);
  return inTransaction(ctx, async (tx) => {
    const handoff = await lockHandoff(tx, actor, handoffId);
    const session = await lockSession(tx, actor, sessionId);
    const { organisationId, workItemId } = handoff;
    if (session.workItemId !== workItemId) throw new ValidationError('sessionId', 'belongs to other work');
    if (packageVersion < 1 || packageVersion > handoff.packageVersion) {
      throw new ValidationError('packageVersion', `is ${packageVersion}; the handoff has no such package`);
    }
    const seen = { look, checkedAt: tx.now, checkedBy: { ...recordedActor(actor) } };
    const of = { organisationId, workItemId, handoffId, packageVersion, ...seen };
    await tx.db.freshnessCheck.upsert({
      where: { agentSessionId: session.id },
      create: { agentSessionId: session.id, ...of },
      update: of,
    });
    const facts = { state: handoff.state, version: packageVersion, sessionId: session.id };
    recordHandoffEvent(tx, actor, handoff, 'freshness_checked', facts);
    return { handoffId };
  });
}

function checkedLook(given: FreshnessLook): FreshnessLook {
  const { success, data, error } = freshnessLook.safeParse(given);
  if (success) return data;
  const [issue] = error.issues;
  throw new ValidationError(['look', ...(issue?.path ?? [])].join('.'), issue?.message ?? 'is no look at a workspace');
}
