import { Refused } from '#client/api/refused.ts';

/** Refusals of a moment: the same request is taken later. */
const PASSING: ReadonlySet<string> = new Set([
  'UNAUTHENTICATED',
  'IDEMPOTENCY_IN_PROGRESS',
  'DATABASE_UNAVAILABLE',
  'SERVER_OUTDATED',
]);

/** Whether the server understood the request and will never take it. Anything else is worth asking again. */
export const isRefusedForGood = (error: unknown): error is Refused =>
  error instanceof Refused && !PASSING.has(error.code);
