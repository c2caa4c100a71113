import { Argument, Command } from 'commander';
import { commandWords } from '../completion/command-words.ts';
import { completionScript, shells, type Shell } from '../completion/scripts.ts';
import type { Host } from '../host.ts';
import { runCommand } from '../run-command.ts';
import { examples } from './examples.ts';

/** `kernel completion SHELL`: prints the script that makes a shell complete commands and options. */
export const completionCommand = (host: Host, program: Command): Command =>
  new Command('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .addHelpText(
      'after',
      examples('source <(kernel completion bash)', 'kernel completion fish > ~/.config/fish/completions/kernel.fish'),
    )
    .action(
      runCommand(host, async (_call, shell: Shell) => {
        const script = completionScript(shell, commandWords(program));
        return { json: { shell, script }, text: () => script };
      }),
    );
