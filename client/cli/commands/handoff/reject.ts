import { Command, Option } from 'commander';
import type { RejectReason } from '../../../api/graphql/graphql.ts';
import { rejectHandoff } from '../../../api/operations/handoffs/handoffs.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given, oneOf } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { lower, packageName } from '../../output/words.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { wholeHash } from '../../references/whole-hash.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';

interface RejectOptions {
  readonly reason: RejectReason;
  readonly note?: string;
  readonly hash?: string;
}

/** `kernel handoff reject`: turns the package on offer down. The work item stays as it is. */
export const rejectCommand = (host: Host): Command =>
  new Command('reject')
    .description('turn the package on offer down; amend the work and compile again to offer another')
    .argument('<id>', 'the handoff: its id, or the beginning or end of it')
    .addOption(
      new Option('--reason <reason>', 'missing_context, wrong_runtime, superseded or other')
        .argParser(oneOf('MISSING_CONTEXT', 'WRONG_RUNTIME', 'SUPERSEDED', 'OTHER'))
        .makeOptionMandatory(),
    )
    .option('--note <text>', 'the same in words')
    .option('--hash <hash>', 'the package you reviewed, by its whole hash; refused when another is on offer')
    .addHelpText('after', examples('kernel handoff reject 7b31… --reason missing_context --note "no test plan"'))
    .action(runCommand(host, reject));

async function reject(call: Call, id: string, { reason, note, hash }: RejectOptions): Promise<Answer> {
  const packageHash = hash === undefined ? undefined : wholeHash(hash);
  const handoffId = await resolveId(call, 'HANDOFF', id);
  const input = { handoffId, reason, ...given({ note, packageHash, idempotencyKey: call.key() }) };
  const { handoff } = await rejectHandoff(await call.connection(), input);
  const name = packageName(handoff.packageVersion, handoff.packageHash);
  return sentence({ handoff }, `rejected (${name}): ${lower(reason)}`);
}
