import { Command } from 'commander';
import type { Priority } from '../../../api/graphql/graphql.ts';
import { fetchWorkItem, updateWorkItem } from '../../../api/operations/work/work.ts';
import type { Call } from '../../call.ts';
import { usageError } from '../../cli-error.ts';
import type { Host } from '../../host.ts';
import { given, wholeNumber } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { workItemRef } from '../../references/work-item-ref.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { textOptions } from './text-options.ts';

interface UpdateOptions {
  readonly title?: string;
  readonly goal?: string;
  readonly type?: string;
  readonly priority?: Priority;
  readonly constraint?: string[];
  readonly criterion?: string[];
  readonly revision?: number;
}

/** `kernel work update`: changes the text of an open work item. */
export const updateCommand = (host: Host): Command =>
  textOptions(
    new Command('update')
      .description('change the text of an open work item; lists are replaced whole')
      .argument('[work]', 'the work item; inside a session its own')
      .option('--title <text>', 'what it is about, in a line')
      .option('--goal <text>', 'what is to be true when it is done'),
  )
    .option('--revision <number>', 'the revision you read; refused when somebody changed it since', wholeNumber(1))
    .addHelpText('after', examples('kernel work update AUTH-1 --priority high --revision 3'))
    .action(runCommand(host, update));

async function update(call: Call, work: string | undefined, options: UpdateOptions): Promise<Answer> {
  const { title, goal, type: taskType, priority, constraint: constraints, criterion: acceptanceCriteria } = options;
  const changes = given({ title, goal, taskType, priority, constraints, acceptanceCriteria });
  if (Object.keys(changes).length === 0)
    throw usageError('Say what to change: --title, --goal, --type, --priority, --constraint or --criterion.');
  const ref = await workItemRef(call, work);
  const connection = await call.connection();
  const revision = options.revision ?? (await fetchWorkItem(connection, ref)).revision;
  const { workItem } = await updateWorkItem(connection, { workItem: ref, revision, ...changes });
  const isChanged = workItem.revision !== revision;
  const text = isChanged
    ? `updated ${workItem.key} (revision ${workItem.revision})`
    : `${workItem.key} already says so`;
  return sentence({ workItem, isChanged }, text);
}
