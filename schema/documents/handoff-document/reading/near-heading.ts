import type { DocumentLine } from './document-line.ts';
import { foldName } from './fold-name.ts';

/** A longer line is no heading that somebody misspelt. */
const LONGEST_HEADING = 200;

/** A line that somebody may have meant as a heading. */
const MEANT_AS_HEADING = /^\s*(?:#{1,6}(.*)|\*\*(.*)\*\*:?\s*|__(.*)__:?\s*)$/u;

/** The first line outside code that looks like the heading `name` without being it: misspelt, or at another level. */
export function nearHeading(lines: readonly DocumentLine[], name: string): DocumentLine | undefined {
  const wanted = foldName(name);
  return lines.find((line) => {
    const title = titleMeant(line);
    return title !== undefined && foldName(title) === wanted;
  });
}

function titleMeant({ kind, title, text }: DocumentLine): string | undefined {
  if (text.length > LONGEST_HEADING) return undefined;
  if (title !== undefined) return title;
  if (kind !== 'text') return undefined;
  const [, ...groups] = MEANT_AS_HEADING.exec(text.normalize('NFKC').replace(/^[\s\p{Cf}]+/u, '')) ?? [];
  return groups.find((group) => group !== undefined);
}
