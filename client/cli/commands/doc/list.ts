import { Command, Option } from 'commander';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given, wholeNumber } from '../../options.ts';
import type { Answer } from '../../output/answer.ts';
import { timeColumn } from '../../output/columns.ts';
import { table } from '../../output/table.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { isRemote, listRemote } from './server/list-remote.ts';
import { onStore, SCOPE_OPTION, WORKSPACE_OPTION, type WorkspaceOptions } from './on-store.ts';

export interface ListOptions extends WorkspaceOptions {
  readonly scope?: 'project' | 'all';
  readonly limit?: number;
  readonly cursor?: string;
  /** List files of the workspace instead: of this folder, or of `handoffs` for true. */
  readonly files?: string | true;
  readonly offset?: number;
  /** List what the server has instead. */
  readonly remote?: boolean;
  /** The server's documents of this work item. */
  readonly work?: string;
}

/** `kernel doc list`: the documents of a project, newest first, or the files of a workspace. */
export const listCommand = (host: Host): Command =>
  withPages(new Command('list').description('list stored documents, newest first'))
    .addHelpText(
      'after',
      examples('kernel doc list', 'kernel doc list --scope all --limit 100', 'kernel doc list --work AUTH-1'),
    )
    .action(runCommand(host, list));

/** The options that listing and searching share. */
export const withPages = (command: Command): Command =>
  command
    .addOption(new Option(...SCOPE_OPTION).choices(['project', 'all']))
    .option('--limit <number>', 'entries of a page, 1 to 100; 20 when left out', wholeNumber(1))
    .option('--cursor <cursor>', 'leads on from the page before')
    .option('--files [folder]', 'Markdown files of the workspace instead; of handoffs/ when no folder is named')
    .option('--remote', 'documents that the server has instead, from every machine')
    .option('--work <work>', 'documents that the server has of this work item')
    .option('--offset <number>', 'with --files: entries to pass over', wholeNumber(0))
    .option(...WORKSPACE_OPTION);

async function list(call: Call, options: ListOptions): Promise<Answer> {
  if (isRemote(options)) return listRemote(call, options);
  const { scope, limit, cursor, offset } = options;
  return onStore(call, options, async (room, store, workspace): Promise<Answer> => {
    if (options.files !== undefined) {
      const page = room.listHandoffFiles({ workspace, ...given({ directory: folderOf(options), limit, offset }) });
      return {
        json: page,
        text: (view) => table([{ title: 'PATH', value: (row) => row.path }], page.items, view),
        notes: page.nextOffset === null ? [] : [`More available; rerun with --offset ${page.nextOffset}.`],
      };
    }
    const page = await room.listHandoffs(store, { workspace, ...given({ scope, limit, cursor }) });
    return {
      json: page,
      text: (view) =>
        page.items.length === 0 && view.isTerminal
          ? 'No documents.\n'
          : table(
              [
                { title: 'REF', value: (row) => row.ref },
                { title: 'NAME', value: (row) => row.name },
                timeColumn('CREATED', (row: { createdAt: string }) => row.createdAt),
              ],
              page.items,
              view,
            ),
      notes: pageNotes(page),
    };
  });
}

/** What a person has to know beside a page. */
export function pageNotes(page: {
  readonly nextCursor: string | null;
  readonly skippedCount: number;
  readonly skipped?: readonly string[];
}): string[] {
  const damaged = [`${page.skippedCount} damaged passed over`, ...(page.skipped ?? [])].join(' ');
  return [
    ...(page.skippedCount === 0 ? [] : [damaged]),
    ...(page.nextCursor === null ? [] : [`More available; rerun with --cursor ${page.nextCursor}.`]),
  ];
}

export const folderOf = ({ files }: ListOptions): string | undefined => (files === true ? undefined : files);
