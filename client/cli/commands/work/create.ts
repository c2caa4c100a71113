import { Command } from 'commander';
import type { Priority } from '../../../api/graphql/graphql.ts';
import { createWorkItem } from '../../../api/operations/work/work.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { textOptions } from './text-options.ts';

interface CreateOptions {
  readonly goal: string;
  readonly type?: string;
  readonly priority?: Priority;
  readonly constraint?: string[];
  readonly criterion?: string[];
}

/** `kernel work create`: a work item under the next key of its project. */
export const createCommand = (host: Host): Command =>
  textOptions(
    new Command('create')
      .description('create a work item under the next key of its project')
      .argument('<project>', 'the project’s key prefix, such as AUTH')
      .argument('<title>', 'what it is about, in a line')
      .requiredOption('--goal <text>', 'what is to be true when it is done'),
  )
    .addHelpText(
      'after',
      examples('kernel work create AUTH "Rotate refresh tokens" --goal "…" --criterion "Old tokens are refused"'),
    )
    .action(runCommand(host, create));

async function create(call: Call, project: string, title: string, options: CreateOptions): Promise<Answer> {
  const { goal, type: taskType, priority, constraint: constraints, criterion: acceptanceCriteria } = options;
  const { workItem } = await createWorkItem(await call.connection(), {
    project: project.startsWith('prj_') ? { id: project } : { keyPrefix: project.toUpperCase() },
    title,
    goal,
    ...given({ taskType, priority, constraints, acceptanceCriteria, idempotencyKey: call.key() }),
  });
  return sentence({ workItem }, `created ${workItem.key}`);
}
