import { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { accountCommands } from './commands/account/index.ts';
import { mcpCommand } from './commands/agents/mcp.ts';
import { skillCommand } from './commands/agents/skill.ts';
import { completionCommand } from './commands/completion.ts';
import { docCommand } from './commands/doc/index.ts';
import { eventsCommand } from './commands/events/index.ts';
import { fleetCommands } from './commands/fleet/index.ts';
import { handoffCommand } from './commands/handoff/index.ts';
import { helpCommand } from './commands/help.ts';
import { recordCommands } from './commands/record/index.ts';
import { sessionCommand } from './commands/session/index.ts';
import { upCommand } from './commands/up.ts';
import { webhookCommand } from './commands/webhook/index.ts';
import { projectCommand } from './commands/work/project.ts';
import { workCommand } from './commands/work/index.ts';
import type { Host } from './host.ts';
import { wholeNumber } from './options.ts';

/** The whole command line. Errors are thrown, never printed: main.ts reports them, as text or JSON. */
export function createProgram(host: Host): Command {
  const program = new Command('kernel')
    .description('Keeps the record of work done by coding agents and hands it from one session to another.')
    .version(manifest.version, '-V', 'print the version; so does kernel --version')
    .option('--json', 'answer with JSON, in a shape that stays')
    .option('--server <url>', 'the server to speak to (KERNEL_SERVER_URL)')
    .option('--timeout <seconds>', 'longest wait for one answer', wholeNumber(1))
    .option('--idempotency-key <key>', 'makes a repeated command give the first answer')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
    .showSuggestionAfterError()
    .helpCommand(false);
  const commands = [
    handoffCommand(host),
    workCommand(host),
    projectCommand(host),
    sessionCommand(host),
    ...recordCommands(host),
    docCommand(host),
    eventsCommand(host),
    ...fleetCommands(host),
    ...accountCommands(host),
    webhookCommand(host),
    mcpCommand(host),
    skillCommand(host),
    upCommand(host),
    completionCommand(host, program),
    helpCommand(host, program),
  ];
  for (const command of commands) program.addCommand(inheriting(command, program));
  return program;
}

/** Settings reach only subcommands that commander makes itself; ours are made first and added later. */
function inheriting(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent).helpCommand(false);
  for (const sub of command.commands) inheriting(sub, command);
  return command;
}
