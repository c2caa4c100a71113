import { Command } from 'commander';
import { completeHandoff } from '../../../api/operations/handoffs/handoffs.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { packageName } from '../../output/words.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';

/** `kernel handoff complete`: closes an accepted handoff, its destination having done what it took on. */
export const completeCommand = (host: Host): Command =>
  new Command('complete')
    .description('close an accepted handoff')
    .argument('<id>', 'the handoff: its id, or the beginning or end of it')
    .addHelpText('after', examples('kernel handoff complete 7b31…'))
    .action(runCommand(host, complete));

async function complete(call: Call, id: string): Promise<Answer> {
  const handoffId = await resolveId(call, 'HANDOFF', id);
  const { handoff } = await completeHandoff(await call.connection(), {
    handoffId,
    ...given({ idempotencyKey: call.key() }),
  });
  return sentence({ handoff }, `completed (${packageName(handoff.packageVersion, handoff.packageHash)})`);
}
