import type { RedactionCounts } from './classes.ts';
import type { RedactionOptions } from './redact.ts';
import { KnownValues } from './scan/known-values.ts';
import { Scanner } from './scan/scanner.ts';

/** Redacts a text that comes in pieces. What is given out joins to what `redact` would make of the whole. */
export interface RedactionStream {
  /** Takes the next piece, cut anywhere, and gives what is certain so far; what could begin a secret is held back. */
  push(chunk: string): string;
  /** Gives the rest. Nothing may be pushed after it. */
  end(): string;
  /** What was replaced so far. */
  counts(): RedactionCounts;
}

/** A stream with the same rules and options as `redact`. */
export function createRedactionStream({ secretValues = [] }: RedactionOptions = {}): RedactionStream {
  const scanner = new Scanner();
  const values = secretValues.length === 0 ? null : new KnownValues(secretValues);
  return {
    push: (chunk) => scanner.push(values === null ? chunk : values.push(chunk)),
    end: () => (values === null ? '' : scanner.push(values.end())) + scanner.end(),
    counts: () => ({
      ...scanner.counts,
      ...(values === null || values.count === 0 ? {} : { environment: values.count }),
    }),
  };
}
