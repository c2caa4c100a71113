import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';

/** Long enough for any hunt, in milliseconds; who has waited enough presses Ctrl-C. */
const PATIENCE_MS = 24 * 60 * 60 * 1_000;

/** Test files that state a property, whose path holds one of the words. */
function filesWithProperties(words: readonly string[]): string[] {
  return readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.posix.join('tests', ...file.split(path.sep)))
    .filter((file) => words.some((word) => file.includes(word)))
    .filter((file) => readFileSync(file, 'utf8').includes('propertyRuns('));
}

function toCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new InvalidArgumentError('Give a whole number of 1 or more.');
  return count;
}

/** Runs Vitest on the files and ends as it does: 0 when nothing was found, 1 when something was. */
async function hunt(words: readonly string[], { times, seed }: { times: number; seed?: string }): Promise<void> {
  const files = filesWithProperties(words);
  if (files.length === 0) program.error(`No test that states a property has this in its path: ${words.join(', ')}`);
  const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const env = { ...process.env, PROPERTY_TIMES: String(times), ...(seed === undefined ? {} : { PROPERTY_SEED: seed }) };
  const child = spawn(process.execPath, [vitest, 'run', `--testTimeout=${PATIENCE_MS}`, ...files], {
    env,
    stdio: 'inherit',
  });
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject).once('exit', (code) => resolve(code ?? 1));
  });
}

const program = new Command('npm run hunt --');
await program
  .description('Tries the properties that tests state with many more values than a test run does, others each time.')
  .argument('[words...]', 'words of the test files’ paths', ['tests/unit', 'tests/daemon', 'tests/contract'])
  .option('--times <count>', 'how many times as many values', toCount, 100)
  .option('--seed <seed>', 'begins where a hunt said it had begun that found something')
  .action(hunt)
  .parseAsync();
