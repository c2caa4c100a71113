import { Refused } from './refused.ts';
import { ServerUnreachable } from './server-unreachable.ts';

/** Waits between attempts, in milliseconds; their number bounds the attempts. */
const RETRY_DELAYS_MS = [200, 600, 1200];

/**
 * Runs `attempt` again after an answer was lost, or while the first request with the same key still runs. Only for what
 * may be repeated: queries, and commands that carry an idempotency key. The last failure is thrown as it came.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  delaysMs: readonly number[] = RETRY_DELAYS_MS,
): Promise<T> {
  for (const wait of delaysMs) {
    try {
      return await attempt();
    } catch (error) {
      if (!isWorthRepeating(error)) throw error;
      await delay(wait);
    }
  }
  return attempt();
}

/** Refusals of a moment: the same request may be done when it is sent once more. */
const PASSING: ReadonlySet<string> = new Set(['IDEMPOTENCY_IN_PROGRESS', 'DATABASE_UNAVAILABLE', 'SERVER_OUTDATED']);

const isWorthRepeating = (error: unknown): boolean =>
  error instanceof ServerUnreachable || (error instanceof Refused && PASSING.has(error.code));

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
