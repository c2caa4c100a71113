import { Refused } from '../../../api/refused.ts';
import { CliError } from '../../cli-error.ts';
import { exitCodeOf } from '../../exit-codes.ts';

/** Thrown when a handoff was requested and its compile failed: it says which handoff is left and how to go on with it. */
export class UncompiledHandoff extends CliError {
  override name = 'UncompiledHandoff';

  constructor(handoffId: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const code = cause instanceof Refused ? cause.code : 'NOT_COMPILED';
    const message = `Handoff ${handoffId} was requested, but not compiled: ${reason} Go on with: kernel handoff compile ${handoffId}`;
    super(code, exitCodeOf(cause), message, { handoffId });
  }
}
