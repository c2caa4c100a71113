import { CommanderError } from 'commander';
import { secretValuesOf } from '#schema/documents/redaction/secret-values-of.ts';
import { exitCodeOf } from './exit-codes.ts';
import { fileFailure } from './file-failure.ts';
import type { Host } from './host.ts';
import { reportFailure } from './output/report-failure.ts';
import { viewOf } from './output/view.ts';
import { writeText } from './output/write-text.ts';
import { createProgram } from './program.ts';
import { usageFailure } from './usage-failure.ts';

/** Runs one command line. What it throws is reported on standard error, as text or JSON, and sets the exit code. */
export async function runProgram(host: Host, argv: readonly string[]): Promise<void> {
  // Subcommands have a --version of their own, a package's; only as the first word does it ask for this program's.
  const words = argv.map((word, at) => (at === 2 && word === '--version' ? '-V' : word));
  try {
    await createProgram(host).parseAsync(words);
  } catch (error) {
    await fail(host, argv, error);
  }
}

async function fail(host: Host, argv: readonly string[], error: unknown): Promise<void> {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return;
  if (error instanceof CommanderError && error.exitCode === 0) return;
  const failure = error instanceof CommanderError ? usageFailure(error) : (fileFailure(error) ?? error);
  process.exitCode = exitCodeOf(failure);
  const view = viewOf(host.stderr, host.env);
  await writeText(host.stderr, reportFailure(failure, argv.includes('--json'), view, secretValuesOf(host.env)));
}
