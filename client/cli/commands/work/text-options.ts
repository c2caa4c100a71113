import { type Command, Option } from 'commander';
import { gathered, oneOf } from '../../options.ts';

/** The options for a work item's text that create and update share. */
export const textOptions = (command: Command): Command =>
  command
    .option('--type <word>', 'what kind of work it is, in a word')
    .addOption(
      new Option('--priority <priority>', 'low, medium, high or urgent').argParser(
        oneOf('LOW', 'MEDIUM', 'HIGH', 'URGENT'),
      ),
    )
    .option('--constraint <text>', 'what must hold on the way; may be given several times', gathered)
    .option('--criterion <text>', 'what it is judged by; may be given several times', gathered);
