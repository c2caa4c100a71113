import { ValidationError } from '#server/errors.ts';

/** RFC 3339: date, time and offset, all of them; fractions of a second as far as they go. */
const MOMENT_PATTERN = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
/** The years that four digits can write. What lies outside is stored by some databases and read back by none of our clients. */
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The moment that a client sent, to the millisecond. Throws ValidationError for anything but an RFC 3339 text of a day
 * that exists, in the years 1 to 9999: what JavaScript would take besides ("0", "2026-02-30") means another day than it
 * says.
 */
export function parseMoment(value: unknown): Date {
  const parts = typeof value === 'string' ? MOMENT_PATTERN.exec(value) : null;
  const moment = parts === null ? Number.NaN : Date.parse(parts[0]);
  if (parts === null || !isDay(parts) || !(moment >= EARLIEST && moment <= LATEST)) {
    throw new ValidationError('DateTime', 'must be a moment such as 2026-01-31T08:15:00.000Z');
  }
  return new Date(moment);
}

/** JavaScript counts 30 February on into March; such a day is refused instead. */
function isDay([, year, month, day]: readonly string[]): boolean {
  return new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDate() === Number(day);
}
