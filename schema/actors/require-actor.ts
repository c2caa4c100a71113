import type { Actor } from '#server/auth/actor.ts';
import { UnauthenticatedError } from '#server/errors.ts';
import type { Context } from '../context.ts';

/** The actor of a request that must have one; throws UnauthenticatedError otherwise. */
export function requireActor(ctx: Context): Actor {
  if (ctx.actor === null) throw new UnauthenticatedError();
  return ctx.actor;
}
