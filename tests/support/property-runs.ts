/** Where the values of a run begin that is no hunt. */
const SEED = 1;

/**
 * How often a property is tried, and from which seed. In the test run these are the same values each time, so that what
 * it finds lies in the change it ran on; `npm run hunt` tries other values each time, and many more of them.
 * `PROPERTY_TIMES` is how many times as many, `PROPERTY_SEED` repeats what a hunt found.
 */
export function propertyRuns(usual = 100): { numRuns: number; seed?: number } {
  const times = Number(process.env['PROPERTY_TIMES'] ?? 1);
  const seed = process.env['PROPERTY_SEED'] ?? (times === 1 ? SEED : undefined);
  return { numRuns: usual * times, ...(seed === undefined ? {} : { seed: Number(seed) }) };
}
