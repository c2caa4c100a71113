import type { CredentialEnd } from '#server/auth/credential-watch.ts';
import { UnauthenticatedError } from '#server/errors.ts';

/** What a stream is told whose credential ended while it lived. */
export const credentialRefusal = (why: CredentialEnd): UnauthenticatedError =>
  new UnauthenticatedError(`The credential has ${why === 'EXPIRED' ? 'expired' : 'been revoked'}. Sign in again.`);
