import { z } from 'zod';
import { processIdentity } from '../machine/process-identity.ts';
import { howItEnded } from '../outbox/report.ts';

/**
 * How far a launch has got on this machine. Each step is on disk before it is taken:
 * CLAIMING before the server is asked, CLAIMED when it has answered, SPAWNING before a process is made, RUNNING once it is
 * known which, ENDED when there is none any more and the outbox says so.
 */
export const launchEntry = z.object({
  launchId: z.string().regex(/^lch_[0-9A-Za-z-]{1,64}$/),
  commandId: z.string(),
  /** Repeated with every claim, by which the server knows the same claimant. */
  claimToken: z.string(),
  phase: z.enum(['CLAIMING', 'CLAIMED', 'SPAWNING', 'RUNNING', 'ENDED']),
  /** Which try to make a process, from 1; a new one only where the one before provably made none. */
  attempt: z.number().int().positive(),
  /** What the claim told; absent while claiming. */
  session: z
    .object({
      sessionId: z.string(),
      workItemId: z.string(),
      workItemKey: z.string(),
      runtime: z.string(),
      syncMode: z.enum(['METADATA_ONLY', 'SUMMARIES', 'FULL']),
      workspace: z.string(),
      timeoutMs: z.number().int().positive(),
      fence: z.number().int().positive(),
    })
    .optional(),
  process: processIdentity.optional(),
  /** When it was about to be made: which start of the system, and how long after it in seconds. No clock that jumps. */
  startedAt: z.object({ bootId: z.string(), uptimeSeconds: z.number() }).optional(),
  /** The tree of the workspace at the start, by which is told what the session touched. */
  baseTree: z.string().optional(),
  /** Bytes of the standard output whose events are in the outbox. */
  readBytes: z.number().int().nonnegative(),
  /** Why it is to stop, once it is. */
  stopping: z.enum(['CANCELLED', 'TIMED_OUT', 'FLOODED']).optional(),
  /** How it ended, once all that comes before its end is in the outbox; after that nothing else may be reported of it. */
  ending: howItEnded.optional(),
});

export type LaunchEntry = z.infer<typeof launchEntry>;

/** An entry whose claim was answered. */
export type ClaimedEntry = LaunchEntry & { readonly session: NonNullable<LaunchEntry['session']> };

export const isClaimed = (entry: LaunchEntry): entry is ClaimedEntry => entry.session !== undefined;
