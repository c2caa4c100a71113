import { Command } from 'commander';
import type { Host } from '../../host.ts';
import { exportCommand, importCommand } from './bundles.ts';
import { createCommand } from './create.ts';
import { listCommand } from './list.ts';
import { docProjectCommand } from './project.ts';
import { readCommand } from './read.ts';
import { searchCommand } from './search.ts';
import { validateCommand } from './validate.ts';

/** `kernel doc`: handoff documents on this machine, with or without a server. */
export function docCommand(host: Host): Command {
  const doc = new Command('doc').description('handoff documents on this machine; no server is needed');
  const commands = [
    createCommand(host),
    readCommand(host),
    validateCommand(host),
    listCommand(host),
    searchCommand(host),
    importCommand(host),
    exportCommand(host),
    docProjectCommand(host),
  ];
  for (const command of commands) doc.addCommand(command);
  return doc;
}
