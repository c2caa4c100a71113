import { ValidationError } from '#server/errors.ts';

/** Marks the first version of the cursor's text, so that a later one can tell them apart. */
const CURSOR_VERSION = 'e1:';
const CURSOR_PATTERN = /^e1:(0|[1-9][0-9]{0,17})$/;

/** A place in an organisation's log, as clients keep it: opaque text, to be handed back unchanged. */
export const eventCursor = (seq: bigint): string => Buffer.from(`${CURSOR_VERSION}${seq}`).toString('base64url');

/** The place that a cursor names. Throws ValidationError for `field` when the text is no cursor of ours. */
export function seqOfCursor(field: string, cursor: string): bigint {
  const seq = CURSOR_PATTERN.exec(Buffer.from(cursor.slice(0, 64), 'base64url').toString())?.[1];
  if (seq === undefined || eventCursor(BigInt(seq)) !== cursor) {
    throw new ValidationError(field, 'is not a cursor of an event; send one back as it was given');
  }
  return BigInt(seq);
}
