/** Ids that the examples show. The contract test runs them in an application that gives exactly these out. */
export const exampleId = (prefix: string, count: number): string =>
  `${prefix}_00000000-0000-7000-8000-${String(count).padStart(12, '0')}`;
