import type { HandoffPackageV1 } from '../v1.ts';

/** A decision that no longer stands. */
export interface SupersededDecision {
  readonly id: string;
  readonly statement: string;
}

/** A shorter statement is found in texts that do not mean it. In UTF-16 units. */
const shortestCitedStatement = 16;

/**
 * The decisions, by index, that quote a superseded one: by its id, or by its whole statement whatever its case and
 * spacing. Each decision counts once, for the first one it cites.
 */
export function findSupersededCitations(
  decisions: HandoffPackageV1['decisions'],
  superseded: readonly SupersededDecision[],
): { at: number; cited: SupersededDecision }[] {
  const known = superseded.map((decision) => ({ decision, statement: normalise(decision.statement) }));
  return decisions.flatMap(({ statement, rationale, evidence }, at) => {
    const text = normalise([rationale, ...evidence, statement].join('\n'));
    const own = normalise(statement);
    const hit = known.find(
      (candidate) =>
        text.includes(candidate.decision.id.toLowerCase()) ||
        (candidate.statement.length >= shortestCitedStatement &&
          candidate.statement !== own &&
          text.includes(candidate.statement)),
    );
    return hit === undefined ? [] : [{ at, cited: hit.decision }];
  });
}

function normalise(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
