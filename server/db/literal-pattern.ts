/** A text as a pattern that finds exactly it: LIKE takes %, _ and \ as wildcards, and the client passes them on as they are. */
export const literalPattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
