import { ForbiddenError, ValidationError } from '#server/errors.ts';
import type { Actor } from '../actor.ts';
import { isScope, type Scope, scopes } from '../scopes.ts';

/**
 * The scopes that `actor` may give to a new credential: known, each once, in the order of the list of scopes. Throws
 * ValidationError for unknown ones and for none, ForbiddenError for any that the actor lacks.
 */
export function grantableScopes(actor: Actor, wanted: readonly string[]): Scope[] {
  const unknown = wanted.findIndex((scope) => !isScope(scope));
  if (unknown !== -1) throw new ValidationError(`scopes[${unknown}]`, `must be one of ${scopes.join(', ')}`);
  const granted = scopes.filter((scope) => wanted.includes(scope));
  if (granted.length === 0) throw new ValidationError('scopes', 'must name at least one scope');
  const missing = granted.filter((scope) => !actor.scopes.has(scope));
  if (missing.length > 0) {
    throw new ForbiddenError(`A credential cannot give what it lacks: ${missing.join(', ')}.`, missing);
  }
  return granted;
}
