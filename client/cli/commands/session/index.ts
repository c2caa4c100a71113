import { Command } from 'commander';
import type { Host } from '../../host.ts';
import { endCommand } from './end.ts';
import { eventCommand } from './event.ts';
import { listCommand } from './list.ts';
import { registerCommand } from './register.ts';
import { resolveCommand } from './resolve.ts';
import { resumeCommand } from './resume.ts';
import { showCommand } from './show.ts';
import { startCommand } from './start.ts';
import { stopCommand } from './stop.ts';
import { workspaceCommand } from './workspace.ts';

/** `kernel session`: runs of a runtime on a work item. */
export function sessionCommand(host: Host): Command {
  const session = new Command('session').description(
    'start sessions on machines, register others, report on them and end them',
  );
  const commands = [
    startCommand(host),
    resumeCommand(host),
    stopCommand(host),
    resolveCommand(host),
    registerCommand(host),
    endCommand(host),
    showCommand(host),
    listCommand(host),
    workspaceCommand(host),
    eventCommand(host),
  ];
  for (const command of commands) session.addCommand(command);
  return session;
}
