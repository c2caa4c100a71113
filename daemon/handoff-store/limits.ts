/** Bytes of one document that may lie in the store; what is written is bounded tighter, by MAX_DOCUMENT_BYTES. */
export const MAX_STORED_BYTES = 4 * 1024 * 1024;
export const MAX_MANIFEST_BYTES = 16 * 1024;
export const MAX_PROJECT_BYTES = 16 * 1024;
export const MAX_BINDING_BYTES = 16 * 1024;
/** Entries of one page. */
export const MAX_PAGE = 100;
export const DEFAULT_PAGE = 20;
export const MAX_CURSOR_LENGTH = 2048;
/** Records that one page looks at, good or not. */
export const MAX_SCANNED_RECORDS = 256;
/** Bytes of documents that one page of a search reads. */
export const MAX_SCANNED_BYTES = 4 * 1024 * 1024;
export const MAX_QUERY_BYTES = 512;
export const MAX_SNIPPET_BYTES = 512;
export const MAX_MATCHES_OF_A_DOCUMENT = 8;
/** Bytes of what one page of a search answers, as JSON. */
export const MAX_SEARCH_ANSWER_BYTES = 64 * 1024;
/** Folders of projects that are looked at. */
export const MAX_PROJECTS = 256;
export const MAX_LABEL_BYTES = 128;
/** How long git may take to say which repository a folder belongs to. */
export const GIT_TIMEOUT_MS = 3000;
/** What a process left unfinished is cleared away by a later one after this time. */
export const LEFTOVER_AGE_MS = 60 * 60 * 1000;
/** How long git's word on a repository is remembered, while the same repository stands there. */
export const ANCHOR_MEMORY_MS = 30_000;
/** Names that a walk through a workspace looks at. */
export const MAX_WALKED_NAMES = 20_000;
/** Records whose order one process remembers; some 200 bytes each. */
export const MAX_REMEMBERED_RECORDS = 30_000;
/** Records that a page names beside their count because they could not be read. */
export const MAX_NAMED_SKIPPED = 20;
