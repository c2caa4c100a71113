import type { TokenEntry } from '../../../api/operations/organisation/tokens.ts';

/** Whether a credential lets its holder in at `now`. */
export const isLive = ({ revokedAt, expiresAt }: TokenEntry, now: Date): boolean =>
  revokedAt == null && (expiresAt == null || new Date(expiresAt) > now);

/**
 * The id of the one credential among `tokens` that could make another, which the server does not end: nobody could be
 * let in again. Undefined where there are several, or none is among them. `tokens` are all of the organisation.
 */
export function lastKey(tokens: readonly TokenEntry[], now: Date): string | undefined {
  const keys = tokens.filter((token) => {
    const isOwners = token.kind === 'MEMBER' && token.member?.role === 'OWNER';
    return isOwners && token.scopes.includes('token.manage') && isLive(token, now);
  });
  return keys.length === 1 ? keys[0]?.id : undefined;
}
