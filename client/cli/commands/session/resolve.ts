import { Command, Option } from 'commander';
import type { LaunchResolution } from '../../../api/graphql/graphql.ts';
import { fetchLaunchedSession, resolveLaunch } from '../../../api/operations/sessions/launches.ts';
import type { Call } from '../../call.ts';
import { CliError } from '../../cli-error.ts';
import { exitCodes } from '../../exit-codes.ts';
import type { Host } from '../../host.ts';
import { oneOf } from '../../options.ts';
import { type Answer, sentence } from '../../output/answer.ts';
import { lower } from '../../output/words.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { runCommand } from '../../run-command.ts';

/** `kernel session resolve`: settles a launch of which nobody can tell whether it runs or ran. */
export const resolveCommand = (host: Host): Command =>
  new Command('resolve')
    .description('settle a launch that is uncertain, after you looked on its machine')
    .argument('<id>', 'the session')
    .addOption(
      new Option('--as <outcome>', 'ended: nothing runs any more; relaunch: nothing ever ran, ask the machine again')
        .argParser(oneOf('ENDED', 'RELAUNCH'))
        .makeOptionMandatory(),
    )
    .action(runCommand(host, resolve));

async function resolve(call: Call, id: string, options: { as: LaunchResolution }): Promise<Answer> {
  const sessionId = await resolveId(call, 'AGENT_SESSION', id);
  const connection = await call.connection();
  const launchId = (await fetchLaunchedSession(connection, sessionId))?.launch?.id;
  if (launchId === undefined) {
    throw new CliError('NOT_FOUND', exitCodes.notFound, `No machine was asked to run session ${sessionId}.`);
  }
  const input = { launchId, resolution: options.as, idempotencyKey: call.key() };
  const { launch } = await resolveLaunch(connection, input);
  return sentence({ launch }, `launch ${launch.id} is ${lower(launch.state)}`);
}
