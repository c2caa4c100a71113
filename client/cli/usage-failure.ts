import type { CommanderError } from 'commander';
import { CliError } from './cli-error.ts';
import { exitCodes } from './exit-codes.ts';

/** What commander says of a wrong command line, as one of our own errors, with its suggestions kept. */
export function usageFailure(error: CommanderError): CliError {
  const message = error.message.replace(/^error: /, '').trim();
  const isHelp = error.code === 'commander.help';
  return new CliError('USAGE', exitCodes.usage, isHelp ? 'Name a command; kernel --help lists them.' : message);
}
