/** Largest accepted body of a GraphQL request, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** Most tokens accepted in one GraphQL document; parsing stops there. */
export const MAX_DOCUMENT_TOKENS = 5_000;
/** Most aliases accepted in one GraphQL document. */
export const MAX_ALIASES = 100;
/** Longest time from the first byte of a request to its last, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 60_000;
/** Longest time that open requests are waited for when the server is told to end, in milliseconds. */
export const DRAIN_TIMEOUT_MS = 10_000;
