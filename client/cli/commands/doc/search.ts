import { Command } from 'commander';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given } from '../../options.ts';
import type { Answer } from '../../output/answer.ts';
import { table } from '../../output/table.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { folderOf, type ListOptions, pageNotes, withPages } from './list.ts';
import { isRemote, listRemote } from './server/list-remote.ts';
import { onStore } from './on-store.ts';

/** `kernel doc search`: lines of documents that hold a text, whatever its case. */
export const searchCommand = (host: Host): Command =>
  withPages(new Command('search').description('find the lines of stored documents that hold a text'))
    .argument('<query>', 'taken literally, without regard to case')
    .addHelpText(
      'after',
      examples('kernel doc search "rotate keys"', 'kernel doc search TODO --files', 'kernel doc search keys --remote'),
    )
    .action(runCommand(host, search));

interface Line {
  readonly where: string;
  readonly name: string;
  readonly line: number;
  readonly snippet: string;
}

async function search(call: Call, query: string, options: ListOptions): Promise<Answer> {
  if (isRemote(options)) return listRemote(call, options, query);
  const { scope, limit, cursor, offset } = options;
  return onStore(call, options, async (room, store, workspace): Promise<Answer> => {
    if (options.files !== undefined) {
      const input = { workspace, query, ...given({ directory: folderOf(options), limit, offset }) };
      const page = room.searchHandoffFiles(store, input);
      const rows = page.items.flatMap(({ path, matches }) =>
        matches.map((match) => ({ where: path, name: '', ...match })),
      );
      const more = page.nextOffset === null ? [] : [`More available; rerun with --offset ${page.nextOffset}.`];
      const cut = page.scanTruncated ? ['Not all files were looked at; name a folder with --files.'] : [];
      return lines(page, rows, [...cut, ...more]);
    }
    const page = await room.searchHandoffs(store, { workspace, query, ...given({ scope, limit, cursor }) });
    const rows = page.items.flatMap(({ ref, name, matches }) =>
      matches.map((match) => ({ where: ref, name, ...match })),
    );
    return lines(page, rows, pageNotes(page));
  });
}

function lines(json: unknown, rows: readonly Line[], notes: readonly string[]): Answer {
  const columns = [
    { title: 'WHERE', value: (row: Line) => row.where },
    { title: 'NAME', value: (row: Line) => row.name },
    { title: 'LINE', value: (row: Line) => row.line },
    { title: 'TEXT', value: (row: Line) => row.snippet },
  ];
  return {
    json,
    text: (view) => (rows.length === 0 && view.isTerminal ? 'Nothing found.\n' : table(columns, rows, view)),
    notes,
  };
}
