const SHORT_LENGTH = 8;

/**
 * The end of an id, as tables show it: the beginning of a UUIDv7 is the time and so the same for what was made
 * together, while its end is random. Every command takes it back.
 */
export const shortId = (id: string): string => id.slice(-SHORT_LENGTH);
