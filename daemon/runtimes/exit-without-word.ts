import type { ProcessExit, Verdict } from './runtime-adapter.ts';

/**
 * How a run ended that never said how: by its exit code, where 126 and 127 are those of a program that could not be run.
 * `typed` is what its standard error tells beyond that, which then counts.
 */
export function exitWithoutWord(label: string, { code, stderr }: ProcessExit, typed?: Verdict): Verdict {
  const said = stderr.trim();
  if (code === null) return { reason: 'LOST', detail: 'Its process is gone and left no exit code.' };
  if (code === 126 || code === 127) {
    return { reason: 'RUNTIME_MISSING', detail: `${label} could not be run: ${said}. Install it again.` };
  }
  if (typed !== undefined) return typed;
  const how = code > 128 ? `was ended by signal ${code - 128}` : `left with exit code ${code}`;
  return { reason: 'CRASHED', detail: `${label} ${how} without a last word${said === '' ? '.' : `: ${said}`}` };
}
