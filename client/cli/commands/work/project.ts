import { Command } from 'commander';
import { createProject, listProjects } from '../../../api/operations/work/work.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { idColumn, timeColumn } from '../../output/columns.ts';
import { listAnswer } from '../../output/list-answer.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { limitOption } from '../limit-option.ts';

/** `kernel project`: what work items are numbered in. */
export const projectCommand = (host: Host): Command =>
  new Command('project')
    .description('create projects and list them')
    .addCommand(
      new Command('create')
        .description('create a project')
        .argument('<prefix>', 'what its work items’ keys begin with, such as AUTH')
        .argument('<name>', 'a name for people')
        .addHelpText('after', examples('kernel project create AUTH "Sign-in"'))
        .action(runCommand(host, create)),
    )
    .addCommand(
      new Command('list').description('list projects').addOption(limitOption()).action(runCommand(host, list)),
    );

async function create(call: Call, keyPrefix: string, name: string): Promise<Answer> {
  const { project } = await createProject(await call.connection(), {
    keyPrefix,
    name,
    ...given({ idempotencyKey: call.key() }),
  });
  return sentence({ project }, `created project ${project.keyPrefix}`);
}

async function list(call: Call, options: { limit: number }): Promise<Answer> {
  return listAnswer('projects', await listProjects(await call.connection(), options.limit), [
    { title: 'KEY', value: (row) => row.keyPrefix },
    idColumn,
    timeColumn('CREATED', (row) => row.createdAt),
    { title: 'NAME', value: (row) => row.name },
  ]);
}
