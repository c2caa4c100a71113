import { InvalidArgumentError } from 'commander';

/** Reads an option that takes a whole number of at least `min`. */
export const wholeNumber =
  (min: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < min) {
      throw new InvalidArgumentError(`It must be a whole number, ${min} or more.`);
    }
    return value;
  };

/** Gathers an option that may be given several times. */
export const gathered = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
];

/**
 * Reads an option that is one of a few words, in any case and with - or _, into the word the API uses
 * (`missing-context` → `MISSING_CONTEXT`).
 */
export const oneOf =
  <T extends string>(...values: readonly T[]) =>
  (text: string): T => {
    const wanted = text.trim().toUpperCase().replaceAll('-', '_');
    const found = values.find((value) => value === wanted);
    if (found === undefined)
      throw new InvalidArgumentError(`It must be one of ${values.map((value) => value.toLowerCase()).join(', ')}.`);
    return found;
  };

/** Leaves out what is undefined, as exact optional fields want it. */
export function given<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

const SPAN = /^(\d{1,5})([mhdw])$/;
const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Reads a moment, or a span from now such as 30d, into RFC 3339. */
export function expiry(text: string): string {
  const [, count, unit] = SPAN.exec(text) ?? [];
  if (count === undefined) return moment(text);
  return new Date(Date.now() + Number(count) * (UNIT_MS[unit ?? ''] ?? 0)).toISOString();
}

/** Reads a moment into RFC 3339. */
export function moment(text: string): string {
  const read = new Date(text);
  if (!Number.isNaN(read.getTime())) return read.toISOString();
  throw new InvalidArgumentError(
    'It must be a moment such as 2026-12-31T12:00:00Z, or a span where one is taken: 30d.',
  );
}
