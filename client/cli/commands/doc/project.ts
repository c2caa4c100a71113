import { Command } from 'commander';
import type { Call } from '../../call.ts';
import { usageError } from '../../cli-error.ts';
import type { Host } from '../../host.ts';
import { given, wholeNumber } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { table } from '../../output/table.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { pageNotes } from './list.ts';
import { onStore, WORKSPACE_OPTION, type WorkspaceOptions } from './on-store.ts';

interface ProjectOptions extends WorkspaceOptions {
  readonly bind?: string;
  readonly replace?: boolean;
  readonly limit?: number;
  readonly cursor?: string;
}

/** `kernel doc project`: which project a workspace belongs to, or binds it to another. */
export const docProjectCommand = (host: Host): Command =>
  new Command('project')
    .description('show which project of documents this workspace belongs to, or bind it to another')
    .option('--bind <id>', 'bind the workspace to this project, as after a move of the folder')
    .option('--replace', 'with --bind: also when it belongs to another project now')
    .option('--limit <number>', 'projects of a page, 1 to 100; 20 when left out', wholeNumber(1))
    .option('--cursor <cursor>', 'leads on from the page before')
    .option(...WORKSPACE_OPTION)
    .addHelpText('after', examples('kernel doc project', 'kernel doc project --bind 01a2293e-…'))
    .action(runCommand(host, project));

async function project(call: Call, options: ProjectOptions): Promise<Answer> {
  const { bind, replace, limit, cursor } = options;
  if (bind === undefined && replace === true) throw usageError('--replace goes with --bind.');
  if (bind !== undefined && (limit ?? cursor) !== undefined)
    throw usageError('--limit and --cursor go without --bind.');
  return onStore(call, options, async (room, store, workspace): Promise<Answer> => {
    if (bind !== undefined) {
      const bound = await room.bindProject(store, { workspace, projectId: bind, ...given({ replace }) });
      return sentence({ project: bound }, `bound to ${bound.projectId} (${bound.label})`);
    }
    const page = await room.listProjects(store, { workspace, ...given({ limit, cursor }) });
    const own = page.projectId === null ? 'this workspace has no project yet' : `this workspace: ${page.projectId}`;
    const columns = [
      { title: 'PROJECT', value: (row: { projectId: string }) => row.projectId },
      { title: 'LABEL', value: (row: { label: string }) => row.label },
    ];
    return { json: page, text: (view) => table(columns, page.projects, view), notes: [own, ...pageNotes(page)] };
  });
}
