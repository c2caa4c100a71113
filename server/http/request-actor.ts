import type { IncomingMessage } from 'node:http';
import type { Actor } from '#server/auth/actor.ts';
import { authenticate } from '#server/auth/authenticate.ts';
import type { CommandContext } from '#server/command-context.ts';
import { UnauthenticatedError } from '#server/errors.ts';
import { cookieSecret } from './page/cookie.ts';
import { requireSameOrigin } from './page/same-origin.ts';

const BEARER_PATTERN = /^Bearer +(\S+)$/i;

/** The secret in `Bearer <secret>`, or undefined for anything else. */
export const secretOf = (authorization: unknown): string | undefined =>
  typeof authorization === 'string' ? BEARER_PATTERN.exec(authorization)?.[1] : undefined;

/**
 * The actor of a request, or null when it came without a credential: a bearer token, or the cookie of a browser that a
 * page of this server sent. A credential that is malformed, unknown, revoked or expired is refused at once: falling back
 * to "nobody" would hide a typing mistake behind a puzzling answer. Throws UnauthenticatedError, and ForbiddenError for
 * the cookie on a request that another site made.
 */
export async function requestActor(
  ctx: CommandContext,
  request: Pick<IncomingMessage, 'headers' | 'method'>,
): Promise<Actor | null> {
  const header = request.headers.authorization;
  const cookie = header === undefined ? cookieSecret(request) : undefined;
  if (header === undefined && cookie === undefined) return null;
  if (cookie !== undefined) requireSameOrigin(request);
  const secret = cookie ?? secretOf(header);
  const actor = secret === undefined ? null : await authenticate(ctx, secret);
  if (actor === null) throw new UnauthenticatedError('The credential is unknown, revoked or expired. Sign in again.');
  return actor;
}
