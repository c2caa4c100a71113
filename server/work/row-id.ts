/** What follows the prefix: a UUID, or whatever short name a test or an import gave. */
const AFTER_PREFIX = /^[0-9A-Za-z-]{1,64}$/;
/** Most characters of an unknown reference that an error repeats. */
const SHOWN_CHARACTERS = 80;

/**
 * Whether the text can be an id with this prefix. What cannot is refused without asking the database, which would take
 * offence at a NUL and carry ten megabytes for nothing.
 */
export const isRowId = (prefix: string, text: string): boolean =>
  text.length <= prefix.length + 65 &&
  text.startsWith(`${prefix}_`) &&
  AFTER_PREFIX.test(text.slice(prefix.length + 1));

/** A reference as an error may repeat it: its beginning, well-formed. */
export const shortRef = (ref: string): string =>
  (ref.length <= SHOWN_CHARACTERS ? ref : `${ref.slice(0, SHOWN_CHARACTERS)}…`).toWellFormed();
