import { z } from 'zod';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#schema/query-limits.ts';

/** Query parameters of every list. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/, 'must be a whole number')
    .transform(Number)
    .refine((limit) => limit <= MAX_PAGE_SIZE, `must be at most ${MAX_PAGE_SIZE}`)
    .optional()
    .describe(`Entries of the page, 1 to ${MAX_PAGE_SIZE}; ${DEFAULT_PAGE_SIZE} when left out.`),
  after: z.string().optional().describe('The `next` of the page before.'),
};

/** Schema of one page. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    items: z.array(item),
    next: z.string().nullable().describe('What to send as `after` for the next page; null on the last.'),
  });

/** What the database is asked for: one row more than the page holds tells whether there is a next one. */
export const pageArguments = ({
  limit = DEFAULT_PAGE_SIZE,
  after,
}: {
  limit?: number | undefined;
  after?: string | undefined;
}) => ({
  take: limit + 1,
  ...(after === undefined ? {} : { cursor: { id: after }, skip: 1 }),
});

/** The page of these rows, which pageArguments asked for. */
export function asPage<Row extends { id: string }, Item>(
  rows: readonly Row[],
  limit: number | undefined,
  toItem: (row: Row) => Item,
): { items: Item[]; next: string | null } {
  const size = limit ?? DEFAULT_PAGE_SIZE;
  return { items: rows.slice(0, size).map(toItem), next: rows.length > size ? (rows[size - 1]?.id ?? null) : null };
}
