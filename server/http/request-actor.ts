import type { IncomingMessage } from 'node:http';
import type { Actor } from '#server/auth/actor.ts';
import { authenticate } from '#server/auth/authenticate.ts';
import type { CommandContext } from '#server/command-context.ts';
import { UnauthenticatedError } from '#server/errors.ts';

const BEARER_PATTERN = /^Bearer +(\S+)$/i;

/** The secret in `Bearer <secret>`, or undefined for anything else. */
export const secretOf = (authorization: unknown): string | undefined =>
  typeof authorization === 'string' ? BEARER_PATTERN.exec(authorization)?.[1] : undefined;

/**
 * The actor of a request, or null when it came without a credential. A credential that is malformed, unknown, revoked
 * or expired is refused at once: falling back to "nobody" would hide a typing mistake behind a puzzling answer.
 */
export async function requestActor(
  ctx: CommandContext,
  request: Pick<IncomingMessage, 'headers'>,
): Promise<Actor | null> {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  const secret = secretOf(header);
  const actor = secret === undefined ? null : await authenticate(ctx, secret);
  if (actor === null) throw new UnauthenticatedError('The credential is unknown, revoked or expired. Sign in again.');
  return actor;
}
