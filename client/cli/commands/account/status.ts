import { Command } from 'commander';
import { Refused } from '../../../api/refused.ts';
import type { Call } from '../../call.ts';
import { exitCodes } from '../../exit-codes.ts';
import type { Host } from '../../host.ts';
import type { Answer } from '../../output/answer.ts';
import { fields } from '../../output/fields.ts';
import { lower } from '../../output/words.ts';
import { runCommand } from '../../run-command.ts';
import type { SignIn } from '../../sign-in/sign-in.ts';
import { credentialName } from './credential-name.ts';

/** `kernel status`: whether the server answers, whether it is ready, and whether the credential is good. */
export const statusCommand = (host: Host): Command =>
  new Command('status')
    .description('show whether the server answers and whether you are signed in')
    .action(runCommand(host, status));

async function status(call: Call): Promise<Answer> {
  const { serverUrl, source } = await call.signIn();
  const connection = await call.connection();
  const ready = await connection.isReady();
  const viewer = source === 'none' ? undefined : await call.viewer().catch(unlessSignedOut);
  const signedInAs = viewer === undefined ? null : { kind: viewer.kind, id: viewer.id, name: viewer.name };
  return {
    json: { server: serverUrl, ready, credentialFrom: source, signedInAs },
    text: (view) =>
      fields(
        [
          ['server', serverUrl],
          ['ready', ready ? 'yes' : 'no: its database does not answer or is not migrated'],
          [
            'signed in',
            viewer === undefined
              ? whyNot(source)
              : `${lower(viewer.kind)} ${viewer.name}, by ${credentialName(source)}`,
          ],
        ],
        view,
      ),
    ...(ready && viewer !== undefined ? {} : { exitCode: ready ? exitCodes.notAllowed : exitCodes.fault }),
  };
}

/** Nobody yet, and a credential that no longer serves, are mended differently. */
const whyNot = (source: SignIn['source']): string =>
  source === 'none'
    ? 'no: sign in with kernel login'
    : `no: the token of ${credentialName(source)} is unknown, revoked or expired`;

function unlessSignedOut(error: unknown): undefined {
  if (error instanceof Refused && error.code === 'UNAUTHENTICATED') return undefined;
  throw error;
}
