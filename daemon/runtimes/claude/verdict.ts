import { exitWithoutWord } from '../exit-without-word.ts';
import { runIsGone } from '../run-is-gone.ts';
import type { ProcessExit, Verdict } from '../runtime-adapter.ts';
import type { ClaudeResult } from './stream-lines.ts';

const SIGN_IN =
  'Sign in on that machine (run `claude`, then /login), or give the daemon a valid ANTHROPIC_API_KEY, and start the session again.';
const LATER = 'Start the session again later, or hand the work to another runtime.';

/**
 * Judges a run by the error flag of its last word; by the exit code only where there is none. `refusal` is the kind of the
 * request that failed, where the client told it.
 */
export function verdictOf(result: ClaudeResult | undefined, refusal: string | undefined, exit: ProcessExit): Verdict {
  if (result === undefined) return exitWithoutWord('Claude Code', exit, typed(undefined, undefined, exit.stderr));
  if (!result.is_error) {
    const detail = exit.code === 0 ? null : `It had said that it succeeded, and then left with exit code ${exit.code}.`;
    return { reason: 'COMPLETED', detail };
  }
  const said = result.result || result.errors.join(' ') || result.terminal_reason || 'no reason was given';
  return (
    typed(result.api_error_status ?? undefined, refusal, said) ?? {
      reason: 'CRASHED',
      detail: `Claude Code ended with an error: ${said}`,
    }
  );
}

/** The failures that a person can do something about. */
function typed(status: number | undefined, refusal: string | undefined, text: string): Verdict | undefined {
  const said = text.replace(/[.\s]*$/, '.');
  const isSignIn =
    status === 401 ||
    refusal === 'authentication_failed' ||
    /not logged in|please run \/login|invalid api key|oauth token (has )?(expired|been revoked)/i.test(said);
  if (isSignIn) return { reason: 'NOT_SIGNED_IN', detail: `Claude Code is not signed in: ${said} ${SIGN_IN}` };
  if (/no conversation found with session id/i.test(said)) return runIsGone('Claude Code', said);
  const isLimit =
    status === 429 || refusal === 'rate_limit' || /usage limit|rate limit|limit reached|hit your limit/i.test(said);
  return isLimit
    ? { reason: 'RATE_LIMITED', detail: `Its provider takes no more for now: ${said} ${LATER}` }
    : undefined;
}
