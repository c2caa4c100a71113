import { shortId } from '../references/short-id.ts';
import type { Column } from './table.ts';
import { lower, moment } from './words.ts';

/** The id: whole where it is piped, its end on a terminal. */
export const idColumn: Column<{ readonly id: string }> = {
  title: 'ID',
  value: ({ id }) => id,
  short: ({ id }) => shortId(id),
};

/** A moment: whole where it is piped, to the minute on a terminal. */
export const timeColumn = <T>(title: string, read: (row: T) => string | null | undefined): Column<T> => ({
  title,
  value: read,
  short: (row) => moment(read(row)),
});

/** One word of the API, such as IN_PROGRESS, in the way people read it. */
export const wordColumn = <T>(title: string, read: (row: T) => string | null | undefined): Column<T> => ({
  title,
  value: (row) => lower(read(row) ?? ''),
});

/** Who recorded something: its kind and name. */
export const recordedByColumn: Column<{ readonly recordedBy: { readonly kind: string; readonly name: string } }> = {
  title: 'BY',
  value: ({ recordedBy }) => `${lower(recordedBy.kind)} ${recordedBy.name}`,
};
