import type { Command } from 'commander';

/** One place on the command line, by the words before it, and what can follow there. */
export interface CommandWords {
  /** `''` for the top, `handoff`, `handoff accept`, … */
  readonly path: string;
  readonly subcommands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly { readonly flag: string; readonly description: string }[];
}

/** Every command with its subcommands and long options, for the completion scripts. */
export function commandWords(program: Command): CommandWords[] {
  const everywhere = optionsOf(program);
  const walk = (command: Command, path: readonly string[]): CommandWords[] => [
    {
      path: path.join(' '),
      subcommands: command.commands.map((sub) => ({ name: sub.name(), description: sub.description() })),
      options: path.length === 0 ? everywhere : [...optionsOf(command), ...everywhere],
    },
    ...command.commands.flatMap((sub) => walk(sub, [...path, sub.name()])),
  ];
  return walk(program, []);
}

const optionsOf = (command: Command): CommandWords['options'] =>
  command.options.flatMap((option) => (option.long ? [{ flag: option.long, description: option.description }] : []));
