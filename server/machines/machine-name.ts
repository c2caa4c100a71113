import { ValidationError } from '#server/errors.ts';

/** Names that machines give themselves: host names, with the spaces and accents that people add. */
const MACHINE_NAME_PATTERN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]{0,99}$/u;

/** A machine's name as it is kept: in NFC, without surrounding spaces. Throws ValidationError for `field`. */
export function machineName(field: string, given: string): string {
  const name = given.trim().normalize('NFC');
  if (MACHINE_NAME_PATTERN.test(name)) return name;
  throw new ValidationError(
    field,
    'must be 1 to 100 letters, digits, spaces, dots, dashes and underscores, beginning with a letter or digit',
  );
}
