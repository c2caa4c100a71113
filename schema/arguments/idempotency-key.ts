/** Describes the key of a command that creates or moves something. */
export const IDEMPOTENCY_KEY = 'Makes a repeated request give the first answer; a UUID serves.';
