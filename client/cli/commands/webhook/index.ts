import { Command } from 'commander';
import type { Host } from '../../host.ts';
import { createCommand, updateCommand } from './create.ts';
import { deliveriesCommand } from './deliveries.ts';
import { listCommand, showCommand } from './list.ts';
import { replayCommand, testCommand } from './replay.ts';
import { rotateCommand } from './rotate.ts';
import { deleteCommand, disableCommand, enableCommand } from './state.ts';

/** `kernel webhook`: who outside is told what happens. For owners. */
export const webhookCommand = (host: Host): Command => {
  const command = new Command('webhook').description(
    'tell an address outside what happens, signed as Standard Webhooks describes it. Owners only',
  );
  for (const make of [
    createCommand,
    listCommand,
    showCommand,
    updateCommand,
    disableCommand,
    enableCommand,
    rotateCommand,
    testCommand,
    deliveriesCommand,
    replayCommand,
    deleteCommand,
  ]) {
    command.addCommand(make(host));
  }
  return command;
};
