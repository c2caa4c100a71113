import { v7 } from 'uuid';

/** A new idempotency key: a UUIDv7, so that keys in a log sort by when they were made. */
export const idempotencyKey = (): string => v7();
