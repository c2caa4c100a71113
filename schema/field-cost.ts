import { getNullableType, type GraphQLField, isListType } from 'graphql';
import type { Context } from './context.ts';
import { DEFAULT_PAGE_SIZE } from './query-limits.ts';

/** What a list without pages is taken to hold when nobody can know before reading it. */
const TYPICAL_LIST_LENGTH = 10;
/** The lists inside a page, whose length the page itself was charged for. */
const LISTS_OF_A_PAGE = new Set(['edges', 'nodes']);

/** What a field costs: itself, and what lies under it as often as the list it opens can hold. */
export function fieldCost(
  args: Record<string, unknown>,
  _ctx: Context,
  field: GraphQLField<unknown, Context, Record<string, unknown>>,
): { field: number; multiplier: number } {
  return { field: 1, multiplier: lengthOf(args, field) };
}

function lengthOf(
  args: Record<string, unknown>,
  field: GraphQLField<unknown, Context, Record<string, unknown>>,
): number {
  if (field.args.some(({ name }) => name === 'first'))
    return Number(args['first'] ?? args['last'] ?? DEFAULT_PAGE_SIZE);
  if (!isListType(getNullableType(field.type)) || LISTS_OF_A_PAGE.has(field.name)) return 1;
  return TYPICAL_LIST_LENGTH;
}
