import { listRuntimes } from '../../../api/operations/fleet/runtimes.ts';
import { Refused } from '../../../api/refused.ts';
import { ServerUnreachable } from '../../../api/server-unreachable.ts';
import type { Call } from '../../call.ts';
import { exitCodes } from '../../exit-codes.ts';
import { type Answer, sentence } from '../../output/answer.ts';
import { signIn } from '../../sign-in/sign-in.ts';
import { loadLocalDaemon, type StateOptions } from './local-daemon.ts';

/**
 * `kernel daemon why`: one sentence on why this machine, or a runtime on it, is not offered. What stands in the way here is
 * told without a server; whether the organisation uses a runtime only the server knows, and when it does not say, that is told.
 */
export async function daemonWhy(call: Call, runtime: string | undefined, options: StateOptions): Promise<Answer> {
  const { status, whyNot } = await loadLocalDaemon(call, options);
  const here = whyNot(runtime);
  if (here !== undefined || runtime === undefined || status === undefined) {
    return here === undefined ? yes('This machine is offered.') : no(here);
  }
  try {
    const { token } = await signIn(call.host.env, status.serverUrl);
    const runtimes = await listRuntimes(call.connect(status.serverUrl, token));
    const reason = runtimes.find(({ name }) => name === runtime)?.reason ?? undefined;
    return reason === undefined ? yes(`${runtime} is offered.`) : no(reason);
  } catch (error) {
    if (!(error instanceof ServerUnreachable) && !(error instanceof Refused)) throw error;
    const unknown = `Nothing on this machine keeps ${runtime} from being offered; whether the organisation uses it could not be asked: ${error.message}`;
    return { ...sentence({ offered: null, reason: unknown }, unknown), exitCode: exitCodes.unreachable };
  }
}

const yes = (text: string): Answer => sentence({ offered: true, reason: null }, text);

const no = (reason: string): Answer => ({
  ...sentence({ offered: false, reason }, reason),
  exitCode: exitCodes.refused,
});
