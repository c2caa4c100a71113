import { Command } from 'commander';
import { compileHandoff } from '../../../api/operations/handoffs/handoffs.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { lower, packageName } from '../../output/words.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';

/** `kernel handoff compile`: gathers the state of the work again, and says whether the package is another one. */
export const compileCommand = (host: Host): Command =>
  new Command('compile')
    .description('compile again, after the work moved or after a rejection')
    .argument('<id>', 'the handoff: its id, or the beginning or end of it')
    .option('--objective <text>', 'what the destination is asked to do, from now on')
    .addHelpText(
      'after',
      examples(
        'kernel handoff compile 7b31…',
        'kernel handoff compile 7b31… --objective "review the second migration too"',
      ),
    )
    .action(runCommand(host, compile));

async function compile(call: Call, id: string, { objective }: { objective?: string }): Promise<Answer> {
  const handoffId = await resolveId(call, 'HANDOFF', id);
  const input = { handoffId, ...given({ objective, idempotencyKey: call.key() }) };
  const { result, handoff, package: offered } = await compileHandoff(await call.connection(), input);
  const { version, hash } = offered;
  const json = { result, handoff, package: { version, hash } };
  return sentence(json, `package ${lower(result)} (${packageName(version, hash)})`);
}
