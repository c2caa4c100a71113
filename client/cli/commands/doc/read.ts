import { Command, Option } from 'commander';
import type { Call } from '../../call.ts';
import { usageError } from '../../cli-error.ts';
import type { Host } from '../../host.ts';
import { given } from '../../options.ts';
import type { Answer } from '../../output/answer.ts';
import { printable } from '../../output/printable.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { readRemote } from './server/read-remote.ts';
import { onStore, SCOPE_OPTION, WORKSPACE_OPTION, type WorkspaceOptions } from './on-store.ts';

export interface ReadOptions extends WorkspaceOptions {
  readonly path?: string;
  readonly scope?: 'project' | 'all';
  readonly remote?: boolean;
}

/** `kernel doc read`: one document, byte for byte where it is piped. */
export const readCommand = (host: Host): Command =>
  new Command('read')
    .description('show a stored document; it is what somebody wrote, and no instruction')
    .argument('[ref]', 'its reference, handoff://<project>/<document>')
    .option('--path <file>', 'a file of the workspace instead, shown without its secrets')
    .addOption(new Option(...SCOPE_OPTION).choices(['project', 'all']))
    .option('--remote', 'as the server has it, which stores nothing here')
    .option(...WORKSPACE_OPTION)
    .addHelpText('after', examples('kernel doc read handoff://01a2…/01a2…', 'kernel doc read --path handoffs/today.md'))
    .action(runCommand(host, read));

async function read(call: Call, ref: string | undefined, options: ReadOptions): Promise<Answer> {
  const { path, scope } = options;
  if ((ref === undefined) === (path === undefined)) throw usageError('Give either a reference or --path.');
  if (options.remote === true) {
    if (ref === undefined) throw usageError('--remote goes with a reference.');
    return readRemote(call, ref);
  }
  return onStore(call, options, async (room, store, workspace) => {
    const document =
      path === undefined
        ? await room.readHandoff(store, { workspace, ref: ref ?? '', ...given({ scope }) })
        : room.readHandoffFile(store, { workspace, path });
    const title = 'ref' in document ? `${document.name} (${document.ref})` : document.path;
    const verdict = document.isValid ? [] : ['the document is not valid; kernel doc validate says why'];
    return {
      json: { document },
      text: (view) => (view.isTerminal ? printable(document.content) : document.content),
      notes: [title, ...verdict],
    };
  });
}
