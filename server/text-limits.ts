import { ValidationError } from './errors.ts';

/** Longest accepted texts, in characters (UTF-16 units, as every client counts them). */
export const textLimits = {
  name: 200,
  title: 500,
  goal: 20_000,
  taskType: 64,
  constraint: 2_000,
  criterion: 2_000,
  statement: 4_000,
  rationale: 20_000,
  evidence: 2_000,
  artifactType: 64,
  uri: 4_000,
  blockerTitle: 1_000,
  blockerDetail: 20_000,
  resolution: 20_000,
  outcomeSummary: 20_000,
  sourcePath: 1_024,
  purpose: 1_000,
  objective: 20_000,
  rejectNote: 4_000,
  echo: 20_000,
  providerSessionId: 200,
  model: 200,
  endReason: 2_000,
  workspace: 4_096,
  problem: 1_000,
  briefing: 200_000,
  offerSource: 500,
  eventSummary: 500,
  eventText: 100_000,
} as const;

/** Most entries accepted in one list. */
export const listLimits = {
  constraints: 200,
  criteria: 200,
  evidence: 50,
  echoes: 500,
  sessionEvents: 500,
  documentIds: 100,
  documentDecisions: 200,
  workspaceFiles: 10_000,
  machineRuntimes: 100,
} as const;

export type TextLimit = keyof typeof textLimits;

/**
 * Checks one text and returns it unchanged. Refuses lone surrogates and NUL, which no database column and no UTF-8
 * file can hold, texts over the named limit, and blank texts unless `blank` allows them.
 */
export function checkedText(field: string, value: string, limit: TextLimit, options: { blank?: boolean } = {}): string {
  const max = textLimits[limit];
  if (value.length > max) throw new ValidationError(field, `is ${value.length} characters long; the limit is ${max}`);
  if (!value.isWellFormed())
    throw new ValidationError(field, 'holds half of a surrogate pair; send well-formed Unicode');
  if (value.includes('\0')) throw new ValidationError(field, 'holds a NUL character');
  if (options.blank !== true && value.trim() === '') throw new ValidationError(field, 'must not be empty');
  return value;
}

/** Checks a list of texts: its length, then each entry under the path `field[i]`. */
export function checkedTexts(
  field: string,
  values: readonly string[],
  list: keyof typeof listLimits,
  limit: TextLimit,
): string[] {
  const max = listLimits[list];
  if (values.length > max) throw new ValidationError(field, `has ${values.length} entries; the limit is ${max}`);
  return values.map((value, i) => checkedText(`${field}[${i}]`, value, limit));
}
