/**
 * Reads `## Title ##`, without indentation, as level and title; undefined for any other line. Written without a pattern
 * that tries a long run of spaces twice, as the line may be of any length.
 */
export function atxHeading(content: string): { readonly level: number; readonly title: string } | undefined {
  const level = /^#{1,6}(?=[ \t]|$)/.exec(content)?.[0].length;
  if (level === undefined) return undefined;
  const title = trimmed(content.slice(level));
  let end = title.length;
  while (title[end - 1] === '#') end -= 1;
  const isClosed = end === 0 || title[end - 1] === ' ' || title[end - 1] === '\t';
  return { level, title: isClosed ? trimmed(title.slice(0, end)) : title };
}

/** Without the spaces and tabs around it, and with every other blank character left: only those two are Markdown's. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === ' ' || text[start] === '\t') start += 1;
  while (end > start && (text[end - 1] === ' ' || text[end - 1] === '\t')) end -= 1;
  return text.slice(start, end);
}
