import { exitWithoutWord } from '../exit-without-word.ts';
import { runIsGone } from '../run-is-gone.ts';
import type { ProcessExit, Verdict } from '../runtime-adapter.ts';

/** What a run said of itself. */
export interface CodexFacts {
  /** Whether its turn was completed. */
  readonly isCompleted?: boolean;
  /** Why its turn failed. */
  readonly failure?: string;
  /** What the sandbox said of why it did not start. */
  readonly sandboxFailure?: string;
  /** Commands that ran in the sandbox. */
  readonly commandsRun: number;
}

const SIGN_IN =
  'Sign in on that machine (`codex login`), or give the daemon the key of its model provider, and start the session again.';
const LATER = 'Start the session again later, or hand the work to another runtime.';
const SANDBOX =
  'Let its user make namespaces there (Linux: sysctl user.max_user_namespaces and kernel.unprivileged_userns_clone; in a ' +
  'container, its security profile), and start the session again.';

/** Whether a command failed because the sandbox around it could not be made, by the words of what makes it. */
export const isSandboxFailure = (exitCode: number | null, output: string): boolean =>
  exitCode !== 0 &&
  /^(bwrap|bubblewrap|sandbox-exec|codex-linux-sandbox|error (applying|running) (legacy )?(landlock|sandbox)[^:]*): /i.test(
    output,
  );

/** Judges a run by its last word. One whose every command failed for want of a sandbox has failed, whatever it says. */
export function verdictOf(
  { isCompleted, failure, sandboxFailure, commandsRun }: CodexFacts,
  exit: ProcessExit,
): Verdict {
  if (sandboxFailure !== undefined && commandsRun === 0) {
    return {
      reason: 'SANDBOX_FAILED',
      detail: `The sandbox of Codex does not start here: ${dotted(sandboxFailure)} ${SANDBOX}`,
    };
  }
  if (failure !== undefined) {
    return typed(failure) ?? { reason: 'CRASHED', detail: `Codex ended with an error: ${failure}` };
  }
  if (isCompleted === true) {
    const detail = exit.code === 0 ? null : `It had said that it succeeded, and then left with exit code ${exit.code}.`;
    return { reason: 'COMPLETED', detail };
  }
  return exitWithoutWord('Codex', exit, typed(exit.stderr));
}

/** The failures that a person can do something about. */
function typed(text: string): Verdict | undefined {
  const said = dotted(text);
  if (
    /401 unauthorized|missing environment variable|not (logged|signed) in|log ?in again|refresh token|invalid_api_key/i.test(
      text,
    )
  ) {
    return { reason: 'NOT_SIGNED_IN', detail: `Codex is not signed in: ${said} ${SIGN_IN}` };
  }
  const gone = /^.*no rollout found for thread.*$/im.exec(text)?.[0];
  if (gone !== undefined) return runIsGone('Codex', dotted(gone));
  if (/usage limit|rate limit|429 too many|quota/i.test(text)) {
    return { reason: 'RATE_LIMITED', detail: `Its provider takes no more for now: ${said} ${LATER}` };
  }
  return undefined;
}

const dotted = (text: string): string => text.trim().replace(/[.\s]*$/, '.');
