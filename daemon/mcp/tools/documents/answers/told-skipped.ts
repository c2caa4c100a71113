/** What is said beside a page of records that could not be read: `skipped` names them. */
export const toldSkipped = (count: number): string =>
  count === 0 ? '' : ` ${count} damaged records were passed over; handoff_validate says of each what is wrong.`;
