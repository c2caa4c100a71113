import { resolve } from 'node:path';
import { Command } from 'commander';
import { readEvents } from '../../../api/operations/events.ts';
import type { Call } from '../../call.ts';
import { CliError, usageError } from '../../cli-error.ts';
import { exitCodes } from '../../exit-codes.ts';
import { continuedLineFile, type LineFile, newLineFile } from '../../files/line-file.ts';
import type { Host } from '../../host.ts';
import type { Answer } from '../../output/answer.ts';
import { printableJson } from '../../output/printable.ts';
import { writeText } from '../../output/write-text.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { filterOf, type FilterOptions, withFilterOptions } from './filter-options.ts';

interface ExportOptions extends FilterOptions {
  readonly output?: string;
  readonly after?: string;
  readonly resume?: boolean;
}

/** `kernel events export`: the log as NDJSON, one event a line, in its order. */
export const exportCommand = (host: Host): Command =>
  withFilterOptions(
    new Command('export').description(
      'write the log as NDJSON, oldest first, one event a line, as far as it goes now; each line has the cursor to go on after',
    ),
  )
    .option('--output <file>', 'write to this file, for you alone (0600); it appears once it is whole')
    .option('--after <cursor>', 'begin after this event; at the beginning of the log when left out')
    .option('--resume', 'with --output: go on after the last event in the file, and add to it')
    .addHelpText(
      'after',
      examples(
        'kernel events export > log.ndjson',
        'kernel events export --output log.ndjson --since 2026-01-01T00:00:00Z --type handoff.accepted',
        'kernel events export --output log.ndjson --resume',
      ),
    )
    .action(runCommand(host, exportEvents));

async function exportEvents(call: Call, options: ExportOptions): Promise<Answer> {
  const filter = await filterOf(call, options);
  const { output, resume = false } = options;
  if (output === undefined) {
    if (resume) throw usageError('--resume goes on with a file: name it with --output.');
    await writeEvents(call, filter, options.after, (lines) => writeText(call.host.stdout, lines));
    return { json: null, text: () => '', isWritten: true };
  }
  if (resume && options.after !== undefined) throw usageError('--resume knows where to begin: leave --after out.');
  const path = resolve(call.host.cwd, output);
  const file = await (resume ? continuedLineFile(path) : newLineFile(path));
  try {
    const after = file.lastLine === undefined ? options.after : cursorIn(file.lastLine, path);
    const count = await writeEvents(call, filter, after, (lines) => file.write(lines));
    await file.keep();
    return { json: { exported: { path, count } }, text: () => `wrote ${count} events to ${path}\n` };
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

/** Writes page after page, and tells on a terminal how far it is. Gives how many events there were. */
async function writeEvents(
  call: Call,
  filter: Awaited<ReturnType<typeof filterOf>>,
  after: string | undefined,
  write: LineFile['write'],
): Promise<number> {
  const { stderr } = call.host;
  const showsProgress = stderr.isTTY === true && call.options.json !== true;
  let count = 0;
  for await (const page of readEvents(await call.connection(), filter, after)) {
    await write(page.map((event) => `${printableJson(JSON.stringify(event))}\n`).join(''));
    count += page.length;
    if (showsProgress) await writeText(stderr, `\r${count} events, up to ${page.at(-1)?.occurredAt ?? 'the end'}  `);
  }
  if (showsProgress) await writeText(stderr, '\n');
  return count;
}

function cursorIn(line: string, path: string): string {
  const event = parsed(line);
  if (typeof event === 'object' && event !== null && 'cursor' in event && typeof event.cursor === 'string') {
    return event.cursor;
  }
  const message = `The last line of ${path} is no event: only a file that this command wrote can be continued.`;
  throw new CliError('NOT_AN_EXPORT', exitCodes.usage, message);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
