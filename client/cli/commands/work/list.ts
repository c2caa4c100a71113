import { Command, Option } from 'commander';
import type { WorkItemState } from '../../../api/graphql/graphql.ts';
import { listWorkItems } from '../../../api/operations/work/work.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given, oneOf } from '../../options.ts';
import type { Answer } from '../../output/answer.ts';
import { timeColumn, wordColumn } from '../../output/columns.ts';
import { listAnswer } from '../../output/list-answer.ts';
import { runCommand } from '../../run-command.ts';
import { limitOption } from '../limit-option.ts';

interface ListOptions {
  readonly project?: string;
  readonly state?: WorkItemState;
  readonly search?: string;
  readonly limit: number;
}

/** `kernel work list`: work items, newest first. */
export const listCommand = (host: Host): Command =>
  new Command('list')
    .description('list work items, newest first')
    .option('--project <prefix>', 'only those of this project')
    .addOption(
      new Option('--state <state>', 'only those in this state').argParser(
        oneOf('OPEN', 'IN_PROGRESS', 'BLOCKED', 'REVIEW', 'COMPLETED', 'CANCELLED'),
      ),
    )
    .option('--search <text>', 'only those with this text in key, title or goal')
    .addOption(limitOption())
    .action(runCommand(host, list));

async function list(call: Call, options: ListOptions): Promise<Answer> {
  const { project, state, search, limit } = options;
  const filter = given({ projectKey: project?.toUpperCase(), state, search });
  return listAnswer('workItems', await listWorkItems(await call.connection(), filter, limit), [
    { title: 'KEY', value: (row) => row.key },
    wordColumn('STATE', (row) => row.state),
    wordColumn('PRIORITY', (row) => row.priority),
    timeColumn('UPDATED', (row) => row.updatedAt),
    { title: 'TITLE', value: (row) => row.title },
  ]);
}
