import type { Connection } from '../../../../api/connection.ts';
import type { Call } from '../../../call.ts';
import { CliError } from '../../../cli-error.ts';
import { exitCodes } from '../../../exit-codes.ts';
import { signIn } from '../../../sign-in/sign-in.ts';

/**
 * A connection to the server that was chosen for a project, with the credential that is kept for it. Throws when this
 * run was pointed at another server: a credential is never sent to one it is not for.
 */
export async function connectToChosen(call: Call, chosen: string): Promise<Connection> {
  const target = await call.signIn();
  if (target.serverUrl === chosen) return call.connect(chosen, target.token);
  const isPointed = call.options.server !== undefined || target.source.startsWith('KERNEL_');
  if (!isPointed) return call.connect(chosen, (await signIn(call.host.env, chosen)).token);
  const message = `This command speaks to ${target.serverUrl}, and the documents of this project go to ${chosen}. To change that: kernel doc sync on --server ${target.serverUrl}`;
  throw new CliError('OTHER_SERVER', exitCodes.refused, message, { chosen });
}

/** Refuses what only a person decides, or does for a whole project, to a session. */
export function requireNoSession(call: Call): void {
  if ((call.host.env['KERNEL_SESSION_TOKEN'] ?? '') === '') return;
  const message =
    'A session sends the documents it writes itself; a person chooses for the project, outside of sessions.';
  throw new CliError('FORBIDDEN', exitCodes.notAllowed, message);
}
