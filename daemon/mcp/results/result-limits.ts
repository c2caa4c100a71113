/**
 * Most bytes of one result as JSON. Claude Code replaces a result above 25,000 tokens by a reference to a file and warns
 * above 10,000; three bytes a token, as dense text has, keeps a page below the warning.
 */
export const MAX_RESULT_BYTES = 30_000;

/** Most bytes of one text inside a result of several, as JSON. */
export const MAX_TEXT_BYTES = 4_000;

/** Bytes of a text as it stands in JSON, quotes included: what escaping adds counts. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');
