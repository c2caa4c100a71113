import type { RuntimeAdapter, Verdict } from './runtime-adapter.ts';

/**
 * Follows to its end what an earlier daemon started on a runtime that this one does not know, such as one that was taken out
 * of the settings meanwhile: its output is not understood, its process is watched and ended all the same.
 */
export const unknownRuntime = (name: string): Pick<RuntimeAdapter, 'stop' | 'readEvents' | 'tidy'> => ({
  stop: { signal: 'SIGTERM', graceMs: 5_000 },
  readEvents: () => ({
    read: () => [],
    end: ({ code }): Verdict => ({
      reason: code === 0 ? 'COMPLETED' : code === null ? 'LOST' : 'CRASHED',
      detail: `The daemon that saw it end does not know the runtime ${name}: what it said was not read.`,
    }),
  }),
});
