import type { SerializedError } from 'vitest';
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Closes a test run with the one line `N passed, N failed` (and `, N skipped` where some were).
 *
 * A file that could not be loaded, a hook of a suite that threw and an error outside any test each
 * count as one failure, so that the line never looks better than the run was. The line is written as
 * the process ends: whatever a global set-up prints while it is taken down comes before it. A run
 * that executed no test at all ends with exit code 1.
 */
export default class SummaryReporter implements Reporter {
  #counts: Counts | undefined;
  #watching = false;

  onInit(vitest: { readonly config: { readonly watch: boolean } }): void {
    this.#watching = vitest.config.watch;
    process.on('exit', () => this.#close());
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    const counts = countResults(modules, unhandledErrors);
    // A run may fail without a failed test: a global set-up threw, no file was found, a person stopped it.
    this.#counts = reason === 'passed' ? counts : { ...counts, failed: Math.max(counts.failed, 1) };
    if (this.#watching) process.stdout.write(`${summaryLine(this.#counts)}\n`);
  }

  #close(): void {
    if (this.#watching) return;
    const counts = this.#counts ?? { passed: 0, failed: 1, skipped: 0 };
    if (counts.failed > 0 || counts.passed === 0) process.exitCode ||= 1;
    process.stdout.write(`${summaryLine(counts)}\n`);
  }
}

function countResults(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): Counts {
  let passed = 0;
  let skipped = 0;
  let failed = unhandledErrors.length;
  for (const module of modules) {
    failed += module.errors().length;
    for (const suite of module.children.allSuites()) failed += suite.errors().length;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') passed += 1;
      else if (state === 'skipped') skipped += 1;
      else failed += 1;
    }
  }
  return { passed, failed, skipped };
}

function summaryLine({ passed, failed, skipped }: Counts): string {
  const line = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}
