import type { RedactionCounts } from './classes.ts';
import { createRedactionStream } from './redaction-stream.ts';

export interface RedactionOptions {
  /** Values that are secret wherever they stand, such as those of the environment; short ones are ignored. */
  readonly secretValues?: readonly string[];
}

export interface Redacted {
  /** The text with a marker such as `[redacted:jwt]` in the place of each secret. */
  readonly text: string;
  /** How many secrets of each class were replaced; never their values. */
  readonly counts: RedactionCounts;
}

/**
 * Replaces every secret of a text by a marker that names its class. Redacting the result again changes nothing and
 * counts nothing. Takes time in proportion to the length, whatever the text.
 */
export function redact(text: string, options: RedactionOptions = {}): Redacted {
  const stream = createRedactionStream(options);
  const redacted = stream.push(text) + stream.end();
  return { text: redacted, counts: stream.counts() };
}
