import { Command } from 'commander';
import type { Host } from '../../host.ts';
import { stateCommands } from './change-state.ts';
import { createCommand } from './create.ts';
import { historyCommand } from './history.ts';
import { lineageCommand } from './lineage.ts';
import { listCommand } from './list.ts';
import { showCommand } from './show.ts';
import { updateCommand } from './update.ts';

/** `kernel work`: work items, from creation to completion. */
export function workCommand(host: Host): Command {
  const work = new Command('work').description('create, read and move work items');
  const commands = [
    createCommand(host),
    listCommand(host),
    showCommand(host),
    updateCommand(host),
    ...stateCommands(host),
    historyCommand(host),
    lineageCommand(host),
  ];
  for (const command of commands) work.addCommand(command);
  return work;
}
