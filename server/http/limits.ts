/** Largest accepted body of a request, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** The same for a GraphQL request with a credential: room for a whole handoff document, two bytes of JSON for each of its own. */
export const MAX_SIGNED_IN_BODY_BYTES = 4 * 1024 * 1024;
/** Most tokens accepted in one GraphQL document; parsing stops there. */
export const MAX_DOCUMENT_TOKENS = 5_000;
/** Most aliases accepted in one GraphQL document. */
export const MAX_ALIASES = 100;
/** Longest time from the first byte of a request to its last, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 60_000;
/** Longest time that open requests are waited for when the server is told to end, in milliseconds. */
export const DRAIN_TIMEOUT_MS = 10_000;
/** Most operations that run on one WebSocket at once. */
export const MAX_OPERATIONS_PER_SOCKET = 100;
/** How often a WebSocket is asked whether it lives, and so the longest silence after which it is closed, in milliseconds. */
export const KEEP_ALIVE_MS = 12_000;
/** Longest time for `connection_init` to come, in milliseconds. */
export const INIT_TIMEOUT_MS = 5_000;
/** Longest time in which the client of an event stream over HTTP may read nothing, in milliseconds. */
export const STALL_TIMEOUT_MS = 30_000;
/** Longest wait for the clients of streams to answer the server's goodbye, in milliseconds. */
export const GOODBYE_TIMEOUT_MS = 1_000;
