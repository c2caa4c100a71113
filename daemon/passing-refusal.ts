import { Refused } from '#client/api/refused.ts';
import { ServerFault } from '#client/api/server-fault.ts';
import { ServerUnreachable } from '#client/api/server-unreachable.ts';

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

/** Whether the server could not be reached or could not do it just now; not a credential that it refuses, nor a fault of ours. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ServerUnreachable ||
  error instanceof ServerFault ||
  (error instanceof Refused && error.code !== 'UNAUTHENTICATED' && PASSING.has(error.code));
