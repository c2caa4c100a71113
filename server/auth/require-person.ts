import { ForbiddenError } from '#server/errors.ts';
import type { Actor } from './actor.ts';
import { requireScope } from './authorize.ts';

/** Refuses all but members who may manage tokens: a session or a machine never makes or ends a credential by command. */
export function requirePerson(actor: Actor): void {
  if (actor.kind !== 'member')
    throw new ForbiddenError('Only a member manages credentials, never a machine or a session.');
  requireScope(actor, 'token.manage');
}
