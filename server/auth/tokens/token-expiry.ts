import { ValidationError } from '#server/errors.ts';

/** The moment a new credential ends, or null for never. Throws ValidationError when it lies in the past. */
export function tokenExpiry(expiresAt: Date | null | undefined, now: Date): Date | null {
  if (expiresAt === null || expiresAt === undefined) return null;
  if (expiresAt.getTime() <= now.getTime()) throw new ValidationError('expiresAt', 'must lie in the future');
  return expiresAt;
}
