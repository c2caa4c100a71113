import type { Call } from '../call.ts';
import { usageError } from '../cli-error.ts';
import { resolveId } from './resolve-id.ts';

/** The session that was named, or else the one that is signed in. Throws a usage error when there is neither. */
export async function sessionId(call: Call, text: string | undefined): Promise<string> {
  const id = await sessionIdIfAny(call, text);
  if (id === undefined) throw usageError('Name the session: only inside a session is it known.');
  return id;
}

/** The same where a session is welcome but not needed. */
export async function sessionIdIfAny(call: Call, text: string | undefined): Promise<string | undefined> {
  if (text !== undefined) return resolveId(call, 'AGENT_SESSION', text);
  const signedIn = await call.signIn();
  // A member's or machine's token has no session of its own, so nothing need be asked for it.
  if (signedIn.source !== 'KERNEL_SESSION_TOKEN') return undefined;
  return (await call.viewer()).sessionId ?? undefined;
}
