import { markerOf } from '#schema/documents/redaction/marker.ts';
import { kindOfName } from '#schema/documents/redaction/names/secret-name.ts';
import { redactJson } from '#schema/documents/redaction/redact-json.ts';

/** Deeper than this nothing is worth logging. */
const MAX_DEPTH = 8;

/**
 * A copy of `value` for the log, without the secrets that its keys and texts give away and without `secretValues`. A log
 * is no record of what people wrote: under a secret name everything goes, whatever it looks like. Errors and moments are
 * passed through.
 */
export const censor = (value: unknown, secretValues: readonly string[] = []): unknown =>
  redactJson(plain(value, 0), { secretValues }).value;

/** Plain objects of everything, since a class may hide what it holds. */
function plain(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return '[too deep]';
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [
      key,
      isGivenAway(key) && inner !== null && inner !== undefined ? markerOf('assignment') : plain(inner, depth + 1),
    ]),
  );
}

function isGivenAway(key: string): boolean {
  const kind = kindOfName(key);
  return kind !== null && kind !== 'random';
}
