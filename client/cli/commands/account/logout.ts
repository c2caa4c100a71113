import { Command } from 'commander';
import type { Call } from '../../call.ts';
import { forgetCredential } from '../../sign-in/credentials.ts';
import type { Host } from '../../host.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { runCommand } from '../../run-command.ts';

/** `kernel logout`: forgets the token kept for a server. The token itself stays valid until it is revoked. */
export const logoutCommand = (host: Host): Command =>
  new Command('logout')
    .description('forget the token kept for a server; kernel token revoke ends a token for good')
    .action(runCommand(host, logout));

async function logout(call: Call): Promise<Answer> {
  const { serverUrl } = await call.signIn();
  const forgotten = await forgetCredential(call.host.env, serverUrl);
  const text = forgotten ? `signed out of ${serverUrl}` : `no token is kept for ${serverUrl}`;
  return sentence({ server: serverUrl, forgotten }, text);
}
