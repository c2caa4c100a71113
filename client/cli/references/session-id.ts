import type { Call } from '../call.ts';
import { usageError } from '../cli-error.ts';
import { resolveId } from './resolve-id.ts';

/** The session that was named, or else the one that is signed in. Throws a usage error when there is neither. */
export async function sessionId(call: Call, text: string | undefined): Promise<string> {
  if (text !== undefined) return resolveId(call, 'AGENT_SESSION', text);
  const { sessionId: own } = await call.viewer();
  if (own !== null) return own;
  throw usageError('Name the session: only inside a session is it known.');
}

/** The session that was named, if one was: where none is, the server takes a session's own. */
export async function namedSessionId(call: Call, text: string | undefined): Promise<string | undefined> {
  return text === undefined ? undefined : resolveId(call, 'AGENT_SESSION', text);
}
