import { makeVisible } from '#schema/documents/text/make-visible.ts';

/**
 * Makes text that somebody else wrote safe to show: what an agent recorded is data, and must not move the cursor,
 * recolour the screen, set the title of a window or reorder what is read. Newlines and tabs stay.
 */
export const printable = (text: string): string => makeVisible(text);

/** The same on one line, for a cell of a table: newlines and tabs become escapes too. */
export const printableLine = (text: string): string => printable(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');

/** What JSON lets stand raw and a terminal could obey: DEL, the C1 controls, and marks that turn text around. */
const OBEYED_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Escapes those inside finished JSON as `\uXXXX`, which leaves every value as it was. */
export const printableJson = (json: string): string =>
  json.replace(OBEYED_IN_JSON, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
