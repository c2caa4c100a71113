import * as errors from '#server/errors.ts';
import { lowerCased, snakeCased } from '../rest/wire-names.ts';

/** What else a program may need of a refusal, spelled as in the rest of the plain routes; undefined where nothing. */
export function refusalDetails(error: errors.DomainError): Record<string, unknown> | undefined {
  if (error instanceof errors.ValidationError || error instanceof errors.SyncModeError) {
    return { field: fieldName(error.field) };
  }
  if (error instanceof errors.ForbiddenError && error.missingScopes.length > 0) {
    return { missing_scopes: error.missingScopes };
  }
  if (error instanceof errors.InvalidTransitionError) {
    const { from, command, allowed } = error;
    return { from: lowerCased(from), command: lowerCased(command), allowed: allowed.map(lowerCased) };
  }
  if (error instanceof errors.SessionNotEligibleError) return { reason: lowerCased(error.reason) };
  if (error instanceof errors.WorkItemClosedError) return { state: lowerCased(error.state) };
  if (error instanceof errors.StaleRevisionError) return { current_revision: error.currentRevision };
  if (error instanceof errors.StalePackageError) {
    return { current_version: error.currentVersion, current_hash: error.currentHash };
  }
  if (error instanceof errors.AlreadySupersededError) return { superseded_by_id: error.supersededById };
  if (error instanceof errors.PayloadTooLargeError) return { limit_bytes: error.limitBytes };
  return undefined;
}

/** A refused field under the name that callers of the plain routes give it. */
export const fieldName = (field: string): string =>
  field === 'idempotencyKey' ? 'Idempotency-Key' : snakeCased(field);
