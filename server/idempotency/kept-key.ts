import { createHash } from 'node:crypto';
import { containsSecret } from '#schema/documents/redaction/contains-secret.ts';
import { ValidationError } from '#server/errors.ts';

/** Longest accepted key, in characters. */
const MAX_KEY_LENGTH = 200;
const KEY_PATTERN = /^[\x21-\x7e]+$/;

/**
 * A key as it is kept: itself, or its SHA-256 where it looks like a secret, so that the database holds none. Throws
 * ValidationError for what is no key.
 */
export function keptKey(key: string): string {
  if (key.length > MAX_KEY_LENGTH || !KEY_PATTERN.test(key)) {
    throw new ValidationError(
      'idempotencyKey',
      `must be 1 to ${MAX_KEY_LENGTH} visible ASCII characters, such as a UUID`,
    );
  }
  return containsSecret(key) ? `sha256:${createHash('sha256').update(key).digest('hex')}` : key;
}
