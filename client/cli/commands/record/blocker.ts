import { Command, Option } from 'commander';
import type { BlockerSeverity } from '../../../api/graphql/graphql.ts';
import { listBlockers, raiseBlocker, resolveBlocker } from '../../../api/operations/work/blockers.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given, oneOf } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { idColumn, timeColumn, wordColumn } from '../../output/columns.ts';
import { listAnswer } from '../../output/list-answer.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { workItemRef } from '../../references/work-item-ref.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { limitOption } from '../limit-option.ts';
import { onWork, type OnWorkOptions, SESSION_OPTION, WORK_OPTION } from './on-work.ts';

interface RaiseOptions extends OnWorkOptions {
  readonly detail?: string;
  readonly severity?: BlockerSeverity;
}

/** `kernel blocker`: what is in the way of a work item. */
export const blockerCommand = (host: Host): Command =>
  new Command('blocker')
    .description('raise, resolve and list blockers')
    .addCommand(
      new Command('raise')
        .description('write down what is in the way')
        .argument('<title>', 'what is in the way, in a line')
        .option('--detail <text>', 'more about it')
        .addOption(
          new Option('--severity <severity>', 'low, medium, high or critical').argParser(
            oneOf('LOW', 'MEDIUM', 'HIGH', 'CRITICAL'),
          ),
        )
        .option(...WORK_OPTION)
        .option(...SESSION_OPTION)
        .addHelpText('after', examples('kernel blocker raise "No access to staging" --severity high'))
        .action(runCommand(host, raise)),
    )
    .addCommand(
      new Command('resolve')
        .description('say how a blocker was got out of the way')
        .argument('<id>', 'the blocker')
        .argument('<resolution>', 'how')
        .action(runCommand(host, resolve)),
    )
    .addCommand(
      new Command('list')
        .description('list the open blockers')
        .argument('[work]', 'the work item; inside a session its own')
        .option('--all', 'also those that were resolved')
        .addOption(limitOption())
        .action(runCommand(host, list)),
    );

async function raise(call: Call, title: string, options: RaiseOptions): Promise<Answer> {
  const { detail, severity } = options;
  const input = { ...(await onWork(call, options)), title, ...given({ detail, severity }) };
  const { blocker } = await raiseBlocker(await call.connection(), input);
  return sentence({ blocker }, `raised ${blocker.id}`);
}

async function resolve(call: Call, id: string, resolution: string): Promise<Answer> {
  const blockerId = await resolveId(call, 'BLOCKER', id);
  const { blocker } = await resolveBlocker(await call.connection(), {
    blockerId,
    resolution,
    ...given({ idempotencyKey: call.key() }),
  });
  return sentence({ blocker }, `resolved ${blocker.id}`);
}

async function list(call: Call, work: string | undefined, options: { limit: number; all?: boolean }): Promise<Answer> {
  const ref = await workItemRef(call, work);
  const found = await listBlockers(await call.connection(), ref, options.limit, options.all === true ? null : 'OPEN');
  return listAnswer('blockers', found, [
    idColumn,
    timeColumn('RAISED', (row) => row.raisedAt),
    wordColumn('SEVERITY', (row) => row.severity),
    wordColumn('STATUS', (row) => row.status),
    { title: 'TITLE', value: (row) => row.title },
  ]);
}
