import { type Actor, recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { ForbiddenError } from '#server/errors.ts';
import { runtimeName } from '#server/sessions/runtime-name.ts';
import { isEnabledByDefault } from './runtime-verdict.ts';

export interface SetRuntimeEnabledInput {
  runtime: string;
  isEnabled: boolean;
}

/**
 * Lets the organisation use a runtime, or no more; sessions that run go on. Any name is taken: a machine may serve it
 * later. Only a person may. Throws ForbiddenError and ValidationError.
 */
export async function setRuntimeEnabled(
  ctx: CommandContext,
  actor: Actor,
  { runtime: given, isEnabled }: SetRuntimeEnabledInput,
): Promise<{ runtime: string }> {
  if (actor.kind !== 'member') throw new ForbiddenError('Only a person says which runtimes the organisation uses.');
  requireScope(actor, 'machine.write');
  const runtime = runtimeName('runtime', given);
  const { organisationId } = actor;
  return inTransaction(ctx, async (tx) => {
    const lock = `runtime:${organisationId}:${runtime}`;
    await tx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
    const where = { organisationId_runtime: { organisationId, runtime } };
    const known = await tx.db.runtimeSetting.findUnique({ where });
    if ((known?.isEnabled ?? isEnabledByDefault(runtime)) === isEnabled) return { runtime };
    const data = { isEnabled, changedAt: tx.now, changedBy: { ...recordedActor(actor) } };
    await tx.db.runtimeSetting.upsert({ where, create: { organisationId, runtime, ...data }, update: data });
    const type = isEnabled ? 'runtime.enabled' : 'runtime.disabled';
    tx.record({ type, organisationId, actor: recordedActor(actor), data: { runtime } });
    return { runtime };
  });
}
