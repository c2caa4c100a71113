import { literalPattern } from '#server/db/literal-pattern.ts';
import { checkedText } from '#server/text-limits.ts';

/** Finds a text anywhere, in any case. Throws ValidationError for one that no row can hold. */
export const searchedText = (search: string) =>
  ({ contains: literalPattern(checkedText('search', search, 'title', { blank: true })), mode: 'insensitive' }) as const;

/** Finds rows by their work item: the text is in its key or title. */
export const onWorkSearched = (text: ReturnType<typeof searchedText>) => ({
  workItem: { is: { OR: [{ key: text }, { title: text }] } },
});
