import type { RedactionClass } from './classes.ts';

/** What stands where a secret stood. It survives redaction, so text may pass through it any number of times. */
export const markerOf = (name: RedactionClass): string => `[redacted:${name}]`;

/** Longest marker that is recognised, in characters. */
export const MAX_MARKER_LENGTH = 40;
/** Ours, and those of tools whose documents come to us. */
const MARKER = /\[(?:redacted(?::([a-z-]{1,24}))?|REDACTED|PRIVATE KEY REDACTED)\]/y;

export interface Marker {
  /** Index after it. */
  readonly end: number;
  /** The class it names; empty for a marker that names none. */
  readonly name: string;
}

/** The marker that begins at `at`, if one does. */
export function markerAt(text: string, at: number): Marker | null {
  if (text.charCodeAt(at) !== 91) return null;
  MARKER.lastIndex = at;
  const found = MARKER.exec(text);
  return found === null ? null : { end: MARKER.lastIndex, name: found[1] ?? '' };
}

const ANY_MARKER = /\[(?:redacted(?::(?!environment\])[a-z-]{1,24})?|REDACTED|PRIVATE KEY REDACTED)\]/;

/**
 * Whether a value holds a marker of an earlier pass, which judged the value as it was then. Known values are replaced
 * before the rules look, so their markers say nothing.
 */
export const holdsMarker = (value: string): boolean => ANY_MARKER.test(value);
