import type { Machine, SyncMode } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { ForbiddenError } from '#server/errors.ts';

/** From the strictest to the most open. */
const syncModes: readonly SyncMode[] = ['METADATA_ONLY', 'SUMMARIES', 'FULL'];

/** What a session gets that neither states a sync mode nor runs on a known machine. */
const DEFAULT_SYNC_MODE: SyncMode = 'METADATA_ONLY';

/** Whether `mode` lets out at least what `needed` does. */
export const letsOut = (mode: SyncMode, needed: SyncMode): boolean =>
  syncModes.indexOf(mode) >= syncModes.indexOf(needed);

/**
 * The sync mode of a new session: the stated one, else the machine's, else the strictest. Throws ForbiddenError when
 * anyone but a person states a more open one than the machine has.
 */
export function sessionSyncMode(actor: Actor, machine: Machine | null, stated: SyncMode | null): SyncMode {
  const usual = machine?.syncMode ?? DEFAULT_SYNC_MODE;
  if (stated === null || letsOut(usual, stated)) return stated ?? usual;
  if (actor.kind === 'member') return stated;
  throw new ForbiddenError(`This machine lets out ${usual}; only a person lets out more.`);
}
