import { Command } from 'commander';
import { compileHandoff, requestHandoff } from '../../../api/operations/handoffs/handoffs.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given } from '../../options.ts';
import type { Answer } from '../../output/answer.ts';
import { packageName } from '../../output/words.ts';
import { namedSessionId } from '../../references/session-id.ts';
import { workItemRef } from '../../references/work-item-ref.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { UncompiledHandoff } from './uncompiled-handoff.ts';

interface CreateOptions {
  readonly to: string;
  readonly purpose: string;
  readonly objective?: string;
  readonly from?: string;
}

/** `kernel handoff create`: requests and compiles in one act, for a request without a package serves nobody. */
export const createCommand = (host: Host): Command =>
  new Command('create')
    .description('hand a work item off: request and compile in one act')
    .argument('[work]', 'the work item, such as AUTH-1; inside a session its own')
    .requiredOption('--to <runtime>', 'the runtime that is to take it on, such as codex or claude')
    .requiredOption('--purpose <text>', 'why it is handed over')
    .option('--objective <text>', 'what the destination is asked to do; the title of the work item when left out')
    .option('--from <session>', 'the session that hands over; inside a session that one')
    .addHelpText(
      'after',
      examples(
        'kernel handoff create AUTH-1 --to claude --purpose review \\\n      --objective "review the migration and say whether it is reversible" --from 0d9c…',
      ),
    )
    .action(runCommand(host, create));

async function create(call: Call, work: string | undefined, options: CreateOptions): Promise<Answer> {
  const { to: targetRuntime, purpose, objective } = options;
  const fromSessionId = await namedSessionId(call, options.from);
  const connection = await call.connection();
  const { handoff: requested } = await requestHandoff(connection, {
    workItem: await workItemRef(call, work),
    targetRuntime,
    purpose,
    ...given({ objective, fromSessionId, idempotencyKey: call.key('request') }),
  });
  const input = { handoffId: requested.id, ...given({ idempotencyKey: call.key('compile') }) };
  const compiled = await compileHandoff(connection, input).catch((error: unknown) => {
    throw new UncompiledHandoff(requested.id, error);
  });
  const { result, handoff, package: offered } = compiled;
  return {
    json: { result, handoff, package: { version: offered.version, hash: offered.hash } },
    text: () => `compiled (${packageName(offered.version, offered.hash)})\n${handoff.id}\n`,
  };
}
