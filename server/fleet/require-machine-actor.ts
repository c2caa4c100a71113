import type { Actor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import { ForbiddenError } from '#server/errors.ts';

/** Refuses everybody but the daemon of a machine. Returns the machine's id. */
export function requireMachineActor(actor: Actor): string {
  if (actor.kind !== 'machine')
    throw new ForbiddenError('Only the daemon of a machine does this, with its credential.');
  requireScope(actor, 'machine.write');
  return actor.id;
}
