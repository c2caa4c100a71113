/**
 * The three kinds of entry in `state.unresolved`, as text. The compiler writes them with these functions and the lint
 * recognises them by the same prefixes, so that the two cannot drift apart.
 */
export const unresolvedEntry = {
  /** An open blocker: `blocker (high): no staging access`. */
  blocker: (severity: string, title: string): string => `blocker (${severity}): ${title}`,

  /** A handoff that was turned down: `handoff rejected (missing_context): no test plan`. */
  rejection: (reason: string, note: string): string =>
    note === '' ? `handoff rejected (${reason})` : `handoff rejected (${reason}): ${note}`,

  /** A criterion that the latest outcome recorded as unmet: `criterion not met: reversible`. */
  criterion: (criterion: string): string => `${unmetCriterionPrefix}${criterion}`,

  /** The criterion that an entry of the third kind speaks of; null for any other entry. */
  readCriterion: (entry: string): string | null =>
    entry.startsWith(unmetCriterionPrefix) ? entry.slice(unmetCriterionPrefix.length) : null,
} as const;

const unmetCriterionPrefix = 'criterion not met: ';
