import { addCounts, type RedactionCounts } from './classes.ts';
import { redact, type RedactionOptions } from './redact.ts';

export interface RedactedTexts<T> {
  /** A copy with the same shape. */
  readonly value: T;
  readonly counts: RedactionCounts;
}

/**
 * Redacts every text in a value whose fields are named by a schema of ours, so that names say nothing: a `claimToken` of
 * our own is no secret. For values of others there is `redactJson`. Only arrays and plain objects are looked into.
 */
export function redactTexts<T>(value: T, options: RedactionOptions = {}): RedactedTexts<T> {
  const counts: RedactionCounts = {};
  const visit = (inner: unknown): unknown => {
    if (typeof inner === 'string') {
      const redacted = redact(inner, options);
      addCounts(counts, redacted.counts);
      return redacted.text;
    }
    if (Array.isArray(inner)) return inner.map(visit);
    if (!isPlainObject(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, member]) => [key, visit(member)]));
  };
  return { value: visit(value) as T, counts };
}

/** An object of nobody's class; GraphQL makes them without a prototype. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
