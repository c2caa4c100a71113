/** How long each side of a comparison is measured, in rounds that take turns. */
const ROUNDS = 15;
const ROUND_MS = 40;

export interface Comparison {
  /** Median time of one call of each side, in milliseconds. */
  readonly subjectMs: number;
  readonly baselineMs: number;
  /** The median over the rounds of subject / baseline, which a slow moment of the machine moves little. */
  readonly ratio: number;
}

/**
 * Times two ways of doing a thing in alternating rounds of one process, so that both see the same
 * machine. Each round repeats a call for about 40 ms. Results are returned by the calls and kept, so
 * that the engine cannot leave the work out.
 */
export function compare(subject: () => unknown, baseline: () => unknown): Comparison {
  timeOneCall(subject);
  timeOneCall(baseline);
  const subjectTimes: number[] = [];
  const baselineTimes: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    subjectTimes.push(timeOneCall(subject));
    baselineTimes.push(timeOneCall(baseline));
  }
  const ratios = subjectTimes.map((time, round) => time / (baselineTimes[round] ?? time));
  return { subjectMs: median(subjectTimes), baselineMs: median(baselineTimes), ratio: median(ratios) };
}

/** The middle of the values; the upper of the two middle ones when their count is even. */
export function median(values: readonly number[]): number {
  const middle = [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new RangeError('There is no median of no values.');
  return middle;
}

/** The value under which `part` (0 to 1) of the values lie. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort();
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  if (value === undefined) throw new RangeError('There is no percentile of no values.');
  return value;
}

const kept: { last: unknown } = { last: undefined };

function timeOneCall(call: () => unknown): number {
  const start = performance.now();
  let calls = 0;
  do {
    kept.last = call();
    calls += 1;
  } while (performance.now() - start < ROUND_MS);
  return (performance.now() - start) / calls;
}
