import { Command } from 'commander';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { syncWritten } from './server/sync-written.ts';
import { onStore, WORKSPACE_OPTION, type WorkspaceOptions } from './on-store.ts';

interface ImportOptions extends WorkspaceOptions {
  readonly name?: string;
}

/** `kernel doc import`: copies a Markdown file or a bundle of the workspace into the store. */
export const importCommand = (host: Host): Command =>
  new Command('import')
    .description('copy a Markdown file or a bundle of the workspace into the store; twice is once')
    .argument('<path>', 'the file, or the folder of the bundle')
    .option('--name <name>', 'for a file: what the document is called; the name of the file')
    .option(...WORKSPACE_OPTION)
    .addHelpText('after', examples('kernel doc import handoffs/today.md', 'kernel doc import bundle'))
    .action(runCommand(host, importDocument));

async function importDocument(call: Call, path: string, options: ImportOptions): Promise<Answer> {
  return onStore(call, options, async (room, store, workspace) => {
    const document = await room.importHandoff(store, { workspace, path, ...given({ name: options.name }) });
    const notes = document.idempotent ? ['it was there already'] : await syncWritten(call, store, document);
    return sentence({ document }, document.ref, notes);
  });
}

/** `kernel doc export`: copies a stored document into a bundle that another machine imports. */
export const exportCommand = (host: Host): Command =>
  new Command('export')
    .description('copy a stored document into a bundle, a new folder of the workspace')
    .argument('<ref>', 'the document')
    .argument('<directory>', 'the folder to make, relative to the workspace')
    .option(...WORKSPACE_OPTION)
    .addHelpText('after', examples('kernel doc export handoff://01a2…/01a2… handoffs/bundle'))
    .action(runCommand(host, exportDocument));

async function exportDocument(call: Call, ref: string, directory: string, options: WorkspaceOptions): Promise<Answer> {
  return onStore(call, options, async (room, store, workspace) => {
    const bundle = await room.exportHandoff(store, { workspace, ref, directory });
    return sentence({ bundle }, bundle.directory, bundle.idempotent ? ['it was there already'] : []);
  });
}
