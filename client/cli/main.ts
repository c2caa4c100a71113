import { CommanderError } from 'commander';
import { exitCodes, exitCodeOf } from './exit-codes.ts';
import type { Host } from './host.ts';
import { reportFailure } from './output/report-failure.ts';
import { viewOf } from './output/view.ts';
import { writeText } from './output/write-text.ts';
import { createProgram } from './program.ts';
import { usageFailure } from './usage-failure.ts';

const host: Host = {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
};

/** A reader that has seen enough, as `head` has, ends the program without a word. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? exitCodes.ok);
    throw error;
  });
}

/** Subcommands have a --version of their own, a package's; only as the first word does it ask for this program's. */
const argv = process.argv.map((word, at) => (at === 2 && word === '--version' ? '-V' : word));

try {
  await createProgram(host).parseAsync(argv);
} catch (error) {
  await fail(error);
}

async function fail(error: unknown): Promise<void> {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return;
  if (error instanceof CommanderError && error.exitCode === 0) return;
  const asJson = process.argv.includes('--json');
  const failure = error instanceof CommanderError ? usageFailure(error) : error;
  process.exitCode = exitCodeOf(failure);
  await writeText(process.stderr, reportFailure(failure, asJson, viewOf(process.stderr, process.env)));
}
