/** A criterion and whether the latest outcome found it met; null when it did not say, or there is no outcome. */
export interface JudgedCriterion {
  readonly text: string;
  readonly isMet: boolean | null;
}

interface Judgement {
  readonly metCriteria: readonly string[];
  readonly unmetCriteria: readonly string[];
}

/** Each acceptance criterion, in its order, with what the latest outcome says of it. Matched by the exact text. */
export function judgeCriteria(acceptanceCriteria: readonly string[], latest: Judgement | undefined): JudgedCriterion[] {
  const met = new Set(latest?.metCriteria);
  const unmet = new Set(latest?.unmetCriteria);
  return acceptanceCriteria.map((text) => ({ text, isMet: met.has(text) ? true : unmet.has(text) ? false : null }));
}
