import { Argument, Command } from 'commander';
import type { Call } from '../../../call.ts';
import type { Host } from '../../../host.ts';
import type { Answer } from '../../../output/answer.ts';
import { runCommand } from '../../../run-command.ts';
import { examples } from '../../examples.ts';
import { WORKSPACE_OPTION, type WorkspaceOptions } from '../on-store.ts';
import { sendMissing } from './send-missing.ts';
import { chooseServer, showSync } from './sync-choice.ts';

type Act = 'on' | 'off' | 'status';

/** `kernel doc sync`: sends what the chosen server lacks of a project's documents; on, off and status of that choice. */
export const syncCommand = (host: Host): Command =>
  new Command('sync')
    .description('send the documents of this project that the server lacks, if a person chose that; twice is once')
    .addArgument(
      new Argument(
        '[act]',
        'on: choose that they also go to the server you are signed in to; off: that they stay here; status: how it stands',
      ).choices(['on', 'off', 'status'] satisfies Act[]),
    )
    .option(...WORKSPACE_OPTION)
    .addHelpText('after', examples('kernel doc sync on', 'kernel doc sync', 'kernel doc sync status'))
    .action(runCommand(host, sync));

async function sync(call: Call, act: Act | undefined, options: WorkspaceOptions): Promise<Answer> {
  switch (act) {
    case undefined:
      return sendMissing(call, options);
    case 'on':
      return chooseServer(call, options, (await call.signIn()).serverUrl);
    case 'off':
      return chooseServer(call, options, null);
    case 'status':
      return showSync(call, options);
  }
}
