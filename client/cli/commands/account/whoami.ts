import { Command } from 'commander';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import type { Answer } from '../../output/answer.ts';
import { fields } from '../../output/fields.ts';
import { lower } from '../../output/words.ts';
import { runCommand } from '../../run-command.ts';
import { credentialName } from './credential-name.ts';

/** `kernel whoami`: who the credential makes you, and what it may do. */
export const whoamiCommand = (host: Host): Command =>
  new Command('whoami')
    .description('show who you are signed in as, and what you may do')
    .action(runCommand(host, whoami));

async function whoami(call: Call): Promise<Answer> {
  const [viewer, { serverUrl, source }] = await Promise.all([call.viewer(), call.signIn()]);
  return {
    json: { server: serverUrl, credentialFrom: source, viewer },
    text: (view) =>
      fields(
        [
          ['server', serverUrl],
          ['credential', credentialName(source)],
          ['signed in as', `${lower(viewer.kind)} ${viewer.name} (${viewer.id})`],
          ['role', viewer.role && lower(viewer.role)],
          ['organisation', viewer.organisation],
          ['session', viewer.sessionId],
          ['work item', viewer.workItemId],
          ['expires', viewer.expiresAt],
          ['scopes', viewer.scopes.join(' ')],
        ],
        view,
      ),
  };
}
