const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits after the first, second, … failed attempt, in milliseconds: a little over three days in all. */
const WAITS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** Attempts at one event, the first among them. After the last one the webhook is disabled. */
export const MAX_ATTEMPTS = WAITS_MS.length + 1;
/** How far a wait is stretched at most, so that those who failed together do not return together. */
const JITTER = 0.2;
/** Longest wait that a receiver can ask for, in milliseconds. */
const MAX_WAIT_MS = 24 * HOUR;

/**
 * How long to wait after `failed` attempts, in milliseconds; undefined when that was the last. `random` is from 0 to 1.
 * A receiver's Retry-After (seconds, or a date) is honoured when it asks for more, up to a day.
 */
export function retryWaitMs(
  failed: number,
  random: number,
  retryAfter: string | undefined,
  now: Date,
): number | undefined {
  const wait = WAITS_MS[failed - 1];
  if (wait === undefined) return undefined;
  const asked = Math.min(askedMs(retryAfter, now), MAX_WAIT_MS);
  return Math.ceil(Math.max(wait * (1 + JITTER * random), asked));
}

function askedMs(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * SECOND;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : at - now.getTime();
}
