import type { CombinedError } from '@urql/core';
import { Refused } from './refused.ts';
import { ServerFault } from './server-fault.ts';

/** One entry of `errors` in an answer, as GraphQL writes it. */
export interface ErrorEntry {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/** What to throw for the errors of an answer: Refused when they carry a code, else ServerFault. */
export function failureOf(errors: readonly ErrorEntry[]): Error {
  const [first] = errors;
  if (first === undefined) return new ServerFault('The server answered with an error it did not describe.');
  const { code, eventId, http: _http, ...details } = first.extensions ?? {};
  if (typeof code !== 'string') return new ServerFault(first.message);
  if (code === 'INTERNAL') return new ServerFault(first.message, typeof eventId === 'string' ? eventId : undefined);
  return new Refused(code, first.message, details);
}

/** What to throw for an answer that urql could not open: the connection's own error, or what the server said. */
export const failureOfAnswer = (error: CombinedError): Error => error.networkError ?? failureOf(error.graphQLErrors);

/** The plain routes, and the edge in front of GraphQL, refuse with `{ error: { code, message, details? } }`. */
export function throwIfRefusal({ headers }: Response, text: string): void {
  if (!(headers.get('content-type') ?? '').includes('json')) return;
  const body = JSON.parse(text) as {
    error?: { code?: string; message?: string; details?: { event_id?: string } };
  } | null;
  const error = body?.error;
  if (error?.code === undefined) return;
  if (error.code === 'INTERNAL') throw new ServerFault(error.message ?? 'The server failed.', error.details?.event_id);
  throw new Refused(error.code, error.message ?? error.code);
}
