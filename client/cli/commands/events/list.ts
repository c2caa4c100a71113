import { Command, Option } from 'commander';
import type { EventFilter } from '../../../api/graphql/graphql.ts';
import { fetchLatestCursor, followEvents, listEvents, type LogEvent } from '../../../api/operations/events.ts';
import type { FollowState } from '../../../api/streams/follow-state.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { wholeNumber } from '../../options.ts';
import type { Answer } from '../../output/answer.ts';
import { timeColumn, wordColumn } from '../../output/columns.ts';
import { DEFAULT_LIMIT, listAnswer } from '../../output/list-answer.ts';
import { printable, printableJson } from '../../output/printable.ts';
import { lower } from '../../output/words.ts';
import { writeText } from '../../output/write-text.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { filterOf, type FilterOptions, withFilterOptions } from './filter-options.ts';

interface ListOptions extends FilterOptions {
  readonly follow?: boolean;
  readonly after?: string;
  readonly limit?: number;
}

/** `kernel events list`, which is also what `kernel events` alone does: the log as a list, or as it happens. */
export const listCommand = (host: Host): Command =>
  withFilterOptions(
    new Command('list').description('show what happened, newest first; with --follow what happens, as it happens'),
  )
    .option('--follow', 'go on for ever, across cuts; with --json one event a line')
    .option('--after <cursor>', 'with --follow: begin after this event; now when left out')
    .addOption(
      new Option('--limit <number>', `most events; ${DEFAULT_LIMIT}, or no end with --follow`).argParser(
        wholeNumber(1),
      ),
    )
    .addHelpText(
      'after',
      examples('kernel events --work AUTH-1', 'kernel events --follow --json --type handoff.accepted'),
    )
    .action(runCommand(host, list));

async function list(call: Call, options: ListOptions): Promise<Answer> {
  const filter = await filterOf(call, options);
  if (options.follow === true) return follow(call, filter, options);
  const found = await listEvents(await call.connection(), filter, options.limit ?? DEFAULT_LIMIT);
  return listAnswer('events', found, [
    timeColumn('WHEN', (row) => row.occurredAt),
    { title: 'WORK', value: (row) => row.workItem?.key },
    wordColumn('EVENT', (row) => row.type),
    { title: 'BY', value: (row) => `${lower(row.actor.kind)} ${row.actor.name}` },
    { title: 'WHAT', value: whatOf },
  ]);
}

/** Writes each event on a line of its own as it comes, and ends once there are as many as were asked for. */
async function follow(call: Call, filter: EventFilter, { after, limit = Infinity }: ListOptions): Promise<Answer> {
  const connection = await call.connection();
  const asJson = call.options.json === true;
  // A server that cannot be reached at all is told at once; only what stood once is tried again.
  const begin = after ?? (await fetchLatestCursor(connection));
  const onState = (state: FollowState): void => {
    if (state.name !== 'offline') return;
    const reason = state.cause instanceof Error ? state.cause.message : 'The server ended the stream.';
    call.host.stderr.write(`${printable(reason)} Trying again.\n`, () => undefined);
  };
  let count = 0;
  for await (const event of followEvents(connection, filter, { after: begin, onState })) {
    await writeText(call.host.stdout, asJson ? `${printableJson(JSON.stringify(event))}\n` : `${lineOf(event)}\n`);
    count += 1;
    if (count >= limit) break;
  }
  return { json: null, text: () => '', isWritten: true };
}

const whatOf = ({ data }: Pick<LogEvent, 'data'>): string => data.map(({ key, value }) => `${key}=${value}`).join(' ');

function lineOf(event: LogEvent): string {
  const by = `${lower(event.actor.kind)} ${event.actor.name}`;
  const parts = [event.occurredAt, event.workItem?.key ?? '-', lower(event.type), 'by', by, whatOf(event)];
  return printable(parts.join(' ').trimEnd());
}
