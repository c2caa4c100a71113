import { isDatabaseUnavailable } from '#server/db/is-database-unavailable.ts';
import { isUnstorableText } from '#server/db/is-unstorable-text.ts';
import { DatabaseUnavailableError, DomainError, ValidationError } from '#server/errors.ts';

/** What a caller is told by its name, though a library may have thrown it; undefined for a fault, which is masked. */
export function asRefusal(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (isUnstorableText(error)) return new ValidationError('request', 'holds a NUL character');
  return isDatabaseUnavailable(error) ? new DatabaseUnavailableError({ cause: error }) : undefined;
}
