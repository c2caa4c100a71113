import { resolve } from 'node:path';

/** The words that start this very program again: Node, its own options, and the program's file. */
export const kernelWords = (): readonly string[] => [
  process.execPath,
  ...process.execArgv.filter((word) => !word.startsWith('--watch')),
  resolve(process.argv[1] ?? ''),
];
