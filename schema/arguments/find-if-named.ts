/**
 * Looks a row up by an id that may be missing, without asking the database when it is. The selection is read in both
 * cases, for a selection that nobody reads counts as forgotten.
 */
export function findIfNamed<Query extends object, Row>(
  query: Query,
  id: string | null | undefined,
  find: (args: Query & { where: { id: string } }) => Row,
): Row | null {
  const selection = { ...query };
  return id === null || id === undefined ? null : find({ ...selection, where: { id } });
}
