import { AsyncLocalStorage } from 'node:async_hooks';
import { addCounts, type RedactionCounts } from '#schema/documents/redaction/classes.ts';

const current = new AsyncLocalStorage<RedactionCounts>();

/** Runs the answering of one request, so that its caller can be told what was replaced in what they sent. */
export const notingRedactions = <T>(work: () => T): T => current.run({}, work);

/** Adds to what is told at the end of the request; outside of one nobody is told. */
export function noteRedactions(counts: RedactionCounts): void {
  const noted = current.getStore();
  if (noted !== undefined) addCounts(noted, counts);
}

/** What was replaced so far in this request, by class. */
export const notedRedactions = (): RedactionCounts => current.getStore() ?? {};
