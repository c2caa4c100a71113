import { Command } from 'commander';
import { createSignInLink } from '../../../api/operations/page/sign-in.ts';
import type { Call } from '../../call.ts';
import { CliError } from '../../cli-error.ts';
import { exitCodes } from '../../exit-codes.ts';
import type { Host } from '../../host.ts';
import { openInBrowser } from '../../sign-in/open-in-browser.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';

/** `kernel open`: opens the page, signed in by a link that serves once and for a minute. */
export const openCommand = (host: Host): Command =>
  new Command('open')
    .description('open the web page, signed in as you; prints the link, which serves once and for a minute')
    .option('--no-browser', 'print the link and open nothing')
    .addHelpText('after', examples('kernel open', 'kernel open --no-browser   # follow the link on another machine'))
    .action(runCommand(host, open));

async function open(call: Call, options: { browser: boolean }): Promise<Answer> {
  const [{ serverUrl }, connection] = await Promise.all([call.signIn(), call.connection()]);
  const { path, expiresAt } = await createSignInLink(connection, { idempotencyKey: call.key() });
  if (path == null) {
    throw new CliError(
      'LINK_SHOWN_BEFORE',
      exitCodes.refused,
      'This idempotency key was used for a link before, and a link is shown once. Run it again without the key.',
    );
  }
  const url = `${serverUrl}${path}`;
  if (options.browser && call.host.stdout.isTTY === true) openInBrowser(url);
  return sentence({ url, expiresAt }, url, ['The link signs one browser in as you, once, within a minute.']);
}
