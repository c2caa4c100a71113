import { Command } from 'commander';
import type { Host } from '../../host.ts';
import { exportCommand, importCommand } from './bundles.ts';
import { createCommand } from './create.ts';
import { listCommand } from './list.ts';
import { packageCommand } from './package.ts';
import { docProjectCommand } from './project.ts';
import { readCommand } from './read.ts';
import { searchCommand } from './search.ts';
import { fetchCommand } from './server/fetch.ts';
import { linkCommand } from './server/link.ts';
import { openWorkCommand } from './server/open-work.ts';
import { syncCommand } from './server/sync.ts';
import { validateCommand } from './validate.ts';

/** `kernel doc`: handoff documents on this machine, with or without a server, and those that a server has. */
export function docCommand(host: Host): Command {
  const doc = new Command('doc').description(
    'handoff documents on this machine, which need no server, and those on one',
  );
  const commands = [
    createCommand(host),
    readCommand(host),
    validateCommand(host),
    listCommand(host),
    searchCommand(host),
    importCommand(host),
    exportCommand(host),
    docProjectCommand(host),
    packageCommand(host),
    syncCommand(host),
    fetchCommand(host),
    linkCommand(host),
    openWorkCommand(host),
  ];
  for (const command of commands) doc.addCommand(command);
  return doc;
}
