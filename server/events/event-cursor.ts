import type { Event } from '#prisma/generated/client/client.ts';
import { ValidationError } from '#server/errors.ts';

/** Marks the first version of the cursor's text, so that a later one can tell them apart. */
const CURSOR_VERSION = 'e1';
const CURSOR_PATTERN = /^e1:(0|[1-9][0-9]{0,17}):([0-9a-f]{12})$/;
/** What stands for the end of an event's id in the cursor of a log's beginning, where no event lies. */
const NO_EVENT = '0'.repeat(12);

/** A place in a log: the event that lies there by its `seq`, and by the random end of its id. */
export interface Place {
  readonly seq: bigint;
  readonly mark: string;
}

/** The place before the first event. */
export const logStart: Place = { seq: 0n, mark: NO_EVENT };

/** The place of an event. Another log, and a log restored from a backup, hold another event under the same `seq`. */
export const placeOf = ({ seq, id }: Pick<Event, 'seq' | 'id'>): Place => ({ seq, mark: id.slice(-NO_EVENT.length) });

/** A place as clients keep it: opaque text, to be handed back unchanged. */
export const cursorOf = ({ seq, mark }: Place): string =>
  Buffer.from(`${CURSOR_VERSION}:${seq}:${mark}`).toString('base64url');

/** The cursor of an event. */
export const eventCursor = (event: Pick<Event, 'seq' | 'id'>): string => cursorOf(placeOf(event));

/** The place that a cursor names, or undefined when the text is no cursor of ours. It may name a place of another log. */
export function readCursor(cursor: string): Place | undefined {
  const [, seq, mark] = CURSOR_PATTERN.exec(Buffer.from(cursor.slice(0, 64), 'base64url').toString()) ?? [];
  if (seq === undefined || mark === undefined) return undefined;
  const place = { seq: BigInt(seq), mark };
  return cursorOf(place) === cursor ? place : undefined;
}

/** The `seq` that a cursor names. Throws ValidationError for `field` when the text is no cursor of ours. */
export function seqOfCursor(field: string, cursor: string): bigint {
  const place = readCursor(cursor);
  if (place === undefined) {
    throw new ValidationError(field, 'is not a cursor of an event; send one back as it was given');
  }
  return place.seq;
}
