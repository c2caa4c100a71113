import { Command } from 'commander';
import type { Call } from '../../call.ts';
import { usageError } from '../../cli-error.ts';
import type { Host } from '../../host.ts';
import type { Answer } from '../../output/answer.ts';
import { sentence } from '../../output/answer.ts';
import { amount } from '../../output/words.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { onStore, WORKSPACE_OPTION, type WorkspaceOptions } from './on-store.ts';
import { readInput } from './read-input.ts';
import { syncWritten } from './server/sync-written.ts';

interface CreateOptions extends WorkspaceOptions {
  readonly name?: string;
  readonly path?: string;
  readonly overwrite?: boolean;
  readonly state?: boolean;
}

/** `kernel doc create`: stores a document for ever, or writes it as a file for those who name a path. */
export const createCommand = (host: Host): Command =>
  new Command('create')
    .description('store a handoff document, from a file or standard input, without its secrets')
    .argument('[file]', 'the document; standard input when left out, or for -')
    .option('--name <name>', 'what it is called, such as 2026-11-29-rotate-keys.md')
    .option('--path <file>', 'write it as this file of the workspace instead of storing it')
    .option('--overwrite', 'with --path: replace the file that is there')
    .option('--state', 'the input is the structured state as JSON, from which the document is made')
    .option(...WORKSPACE_OPTION)
    .addHelpText(
      'after',
      examples(
        'kernel doc create handoff.md --name 2026-11-29-rotate-keys.md',
        'kernel doc create --name today.md < handoff.md',
        'kernel doc create handoff.md --path handoffs/today.md',
      ),
    )
    .action(runCommand(host, create));

async function create(call: Call, file: string | undefined, options: CreateOptions): Promise<Answer> {
  const { name, path, overwrite = false } = options;
  if ((name === undefined) === (path === undefined)) throw usageError('Give either --name or --path.');
  if (name !== undefined && overwrite) {
    throw usageError('--overwrite goes with --path: what is stored under a name is never replaced.');
  }
  const text = await readInput(call.host, file);
  const document = options.state === true ? { state: stateIn(text) } : { content: text };
  return onStore(call, options, async (room, store, workspace) => {
    if (path !== undefined) {
      const written = room.writeHandoffFile(store, { workspace, path, overwrite, ...document });
      return sentence({ document: written }, `wrote ${written.path}`, removed(written.redactedCount));
    }
    const created = await room.createHandoff(store, { workspace, name: name ?? '', ...document });
    const notes = await syncWritten(call, store, created);
    return sentence({ document: created }, created.ref, [...removed(created.redactedCount), ...notes]);
  });
}

function stateIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(`The state is no JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

const removed = (count: number): string[] => (count === 0 ? [] : [`${amount(count, 'secret')} taken out`]);
