/** Keys whose values are secrets, however they are written: authorization, ownerToken, clientSecret, db_password. */
const SECRET_KEY = /(authorization|token|secret|password|passwd|cookie|credential|api[-_]?key)$/i;
/** The password inside a URL, and what follows a `Bearer`. */
const SECRETS_IN_TEXT: readonly [RegExp, string][] = [
  [/(\w+:\/\/[^\s/:@]*):[^\s/@]+@/g, '$1:[redacted]@'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
];
const REDACTED = '[redacted]';
/** Deeper than this nothing is worth logging. */
const MAX_DEPTH = 8;

/** A copy of `value` for the log, without the secrets that its keys and strings give away. Errors are passed through. */
export function censor(value: unknown, depth = 0): unknown {
  if (typeof value === 'string')
    return SECRETS_IN_TEXT.reduce((text, [pattern, instead]) => text.replace(pattern, instead), value);
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return '[too deep]';
  if (Array.isArray(value)) return value.map((item) => censor(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      SECRET_KEY.test(key) && inner !== null && inner !== undefined ? REDACTED : censor(inner, depth + 1),
    ]),
  );
}
