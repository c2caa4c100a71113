import { Command, Option } from 'commander';
import { fetchNeedsYou } from '../../../api/operations/inbox.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { wholeNumber } from '../../options.ts';
import type { Answer } from '../../output/answer.ts';
import { idColumn } from '../../output/columns.ts';
import { table } from '../../output/table.ts';
import { lower, moment } from '../../output/words.ts';
import { shortId } from '../../references/short-id.ts';
import { runCommand } from '../../run-command.ts';
import { clearingCommand } from './clearing-command.ts';

const DEFAULT_ENTRIES = 20;
const MOST_ENTRIES = 40;

/** `kernel inbox`: what stands still until somebody acts, and what would clear it. */
export const inboxCommand = (host: Host): Command =>
  new Command('inbox')
    .description('show what needs you: handoffs, sessions, blockers, offered records, machines and webhooks')
    .addOption(
      new Option('--limit <number>', `most entries of each group, up to ${MOST_ENTRIES}`)
        .argParser(wholeNumber(1))
        .default(DEFAULT_ENTRIES),
    )
    .action(runCommand(host, inbox));

async function inbox(call: Call, { limit }: { limit: number }): Promise<Answer> {
  const groups = await fetchNeedsYou(await call.connection(), Math.min(limit, MOST_ENTRIES));
  const rows = Object.values(groups).flatMap((group) => group.entries);
  const total = Object.values(groups).reduce((sum, group) => sum + group.totalCount, 0);
  return {
    json: { needsYou: Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, withCommands(group)])) },
    text: (view) =>
      rows.length === 0 && view.isTerminal
        ? 'nothing needs you\n'
        : table(
            [
              { title: 'WORK', value: (row) => row.workItem?.key },
              { title: 'WHY', value: (row) => lower(row.kind) },
              idColumn,
              { title: 'SINCE', value: (row) => row.since, short: (row) => moment(row.since) },
              { title: 'WHAT', value: (row) => row.title },
              {
                title: 'COMMAND',
                value: (row) => clearingCommand(row, row.id),
                short: (row) => clearingCommand(row, shortId(row.id)) ?? '',
              },
              { title: 'CLEARED BY', value: (row) => row.clearedBy },
            ],
            rows,
            view,
          ),
    notes: total > rows.length ? [`${rows.length} of ${total} shown; --limit shows more`] : [],
  };
}

type Group = Awaited<ReturnType<typeof fetchNeedsYou>>[keyof Awaited<ReturnType<typeof fetchNeedsYou>>];

const withCommands = ({ entries, totalCount }: Group) => ({
  entries: entries.map((entry) => ({ ...entry, command: clearingCommand(entry, entry.id) })),
  totalCount,
});
