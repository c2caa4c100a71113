import { ValidationError } from '#server/errors.ts';

/** Most entries that may be passed over: the database reads each of them on the way. */
const MAX_OFFSET = 100_000;

/** What the argument `offset` of a list does, in the words of the schema. */
export const OFFSET_DESCRIPTION =
  'How many entries to pass over before the page begins, so that a view of a long list can be opened anywhere. ' +
  'Entries that come and go move the others, so follow a list by its cursors.';

/** The query of a page, so many entries further on. Throws ValidationError for what is no number of entries. */
export function passOver<Q extends { readonly skip?: number }>(query: Q, offset: number | null | undefined): Q {
  const passed = offset ?? 0;
  if (passed < 0 || passed > MAX_OFFSET) throw new ValidationError('offset', `must be 0 to ${MAX_OFFSET}`);
  return { ...query, skip: (query.skip ?? 0) + passed };
}
