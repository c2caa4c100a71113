import type { Verdict } from './runtime-adapter.ts';

/** The verdict on a run that was to go on and that its runtime has no more. `said` is the runtime's sentence for that. */
export const runIsGone = (runtime: string, said: string): Verdict => ({
  reason: 'CRASHED',
  detail: `${runtime} has the run no more that it was to go on with: ${said} Start another session: it is briefed from the record.`,
});
