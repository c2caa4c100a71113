import { Command } from 'commander';
import { fetchViewer } from '../../../api/operations/organisation/viewer.ts';
import type { Call } from '../../call.ts';
import { keepCredential } from '../../sign-in/credentials.ts';
import type { Host } from '../../host.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { printableLine } from '../../output/printable.ts';
import { lower } from '../../output/words.ts';
import { readSecret } from '../../sign-in/read-secret.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';

/** `kernel login`: tries a token and keeps it for its server. */
export const loginCommand = (host: Host): Command =>
  new Command('login')
    .description('keep a token for a server, after trying it; the token comes from a file or standard input')
    .option('--token-file <file>', 'file that holds the token')
    .addHelpText(
      'after',
      examples(
        'kernel login --server https://kernel.example --token-file token.txt',
        'pass kernel | kernel login',
        'kernel login --token-file ~/.local/share/kernel/owner-token   # the owner, where kernel up runs',
      ),
    )
    .action(runCommand(host, login));

async function login(call: Call, options: { tokenFile?: string }): Promise<Answer> {
  const token = await readSecret(call.host, options.tokenFile);
  const { serverUrl } = await call.signIn();
  const viewer = await fetchViewer(call.connect(serverUrl, token));
  const path = await keepCredential(call.host.env, serverUrl, token);
  const name = printableLine(viewer.name);
  return sentence(
    { server: serverUrl, viewer, credentials: path },
    `signed in to ${serverUrl} as ${lower(viewer.kind)} ${name}`,
    [`kept in ${path}`],
  );
}
