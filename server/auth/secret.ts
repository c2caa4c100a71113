import { createHash, randomBytes } from 'node:crypto';

/** Marks our secrets, so that people and scanners of leaked secrets recognise one. */
export const SECRET_PREFIX = 'krn_';
/** Random bytes in a secret. */
const SECRET_BYTES = 32;

/** A new secret: `krn_` and 32 random bytes in base64url. It is shown once and stored only as its hash. */
export const mintSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');

/**
 * SHA-256, in hex, of a secret. One pass is enough: a secret is 256 random bits, which no dictionary holds, and a slow
 * hash would only make each request slow.
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
