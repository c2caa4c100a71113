import { Option } from 'commander';
import { wholeNumber } from '../options.ts';
import { DEFAULT_LIMIT } from '../output/list-answer.ts';

/** The option of every list. */
export const limitOption = (): Option =>
  new Option('--limit <number>', 'most entries to show').argParser(wholeNumber(1)).default(DEFAULT_LIMIT);
