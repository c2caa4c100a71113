import { Refused } from '../../api/refused.ts';
import { ServerUnreachable } from '../../api/server-unreachable.ts';

/** What to tell a person of something that failed: what happened, and what to do where the server did not say it. */
export function failureText(error: unknown): string {
  if (error instanceof ServerUnreachable)
    return 'The server does not answer. Nothing was lost: try again once it is back.';
  if (error instanceof Refused && error.code === 'FORBIDDEN')
    return `${error.message} Sign in with a credential that may.`;
  return error instanceof Error ? error.message : String(error);
}
