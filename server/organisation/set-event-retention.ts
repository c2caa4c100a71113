import { type Actor, recordedActor } from '#server/auth/actor.ts';
import { requireOwner, requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { ValidationError } from '#server/errors.ts';

/** Longest time that can be named, in days; whoever wants more keeps everything. */
export const MAX_RETENTION_DAYS = 3_650;

export interface SetEventRetentionInput {
  /** Days that an event is kept at least; null or left out keeps all of them. */
  days?: number | null | undefined;
}

/**
 * Says how long the organisation's log is kept. Owners only. What is older is removed by the next sweep, but for the last
 * event; the record itself (work, sessions, packages) never depends on the log. Throws ForbiddenError, and
 * ValidationError for `days`.
 */
export async function setEventRetention(
  ctx: CommandContext,
  actor: Actor,
  input: SetEventRetentionInput,
): Promise<{ organisationId: string }> {
  requireOwner(actor);
  requireScope(actor, 'token.manage');
  const days = checkedDays(input.days ?? null);
  const { organisationId } = actor;
  return inTransaction(ctx, async (tx) => {
    const changed = await tx.db.$executeRaw`
      UPDATE "Organisation" SET "eventRetentionDays" = ${days}::int
      WHERE "id" = ${organisationId} AND "eventRetentionDays" IS DISTINCT FROM ${days}::int`;
    if (changed > 0) {
      const by = recordedActor(actor);
      tx.record({ type: 'organisation.retention_changed', organisationId, actor: by, data: { days } });
    }
    return { organisationId };
  });
}

function checkedDays(days: number | null): number | null {
  if (days === null || (Number.isInteger(days) && days >= 1 && days <= MAX_RETENTION_DAYS)) return days;
  throw new ValidationError(
    'days',
    `must be a whole number from 1 to ${MAX_RETENTION_DAYS}, or null to keep everything`,
  );
}
