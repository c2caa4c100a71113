import { Command } from 'commander';
import type { Host } from '../../host.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';

/** `kernel mcp`: the tools of Kernel for a coding agent, which starts it by itself. */
export const mcpCommand = (host: Host): Command =>
  new Command('mcp')
    .description('serve the tools of Kernel to a coding agent, on standard input and output')
    .addHelpText(
      'after',
      examples('claude mcp add --scope user kernel -- kernel mcp', 'codex mcp add kernel -- kernel mcp'),
    )
    .action(
      runCommand(host, async ({ options }) => {
        const { serveMcp } = await import('../../serve-mcp.ts');
        await serveMcp(host, options.server);
        return { json: {}, text: () => '', isWritten: true };
      }),
    );
