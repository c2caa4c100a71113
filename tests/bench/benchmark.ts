/** One number of one benchmark, as `npm run bench -- --json` prints it. */
export interface Measurement {
  /** What was measured, starting with the benchmark's name: `package-hash full`. */
  readonly name: string;
  readonly value: number;
  /** `ms`, `µs`, `1/s`, `MB`, `bytes`, `queries`. */
  readonly unit: string;
  /** This value divided by that of `against`, measured in the same run. */
  readonly ratio?: number;
  /** What it was compared with, in words. */
  readonly against?: string;
}

/** Takes each number as soon as it is known. */
export type Report = (measurement: Measurement) => void;

/** What a file `tests/bench/<name>.bench.ts` exports as `benchmark`. */
export interface Benchmark {
  /** The file's name without `.bench.ts`; what a person types to run it alone. */
  readonly name: string;
  /** One sentence: what is measured, and against what. */
  readonly description: string;
  /** Measures and reports. Throws when what it measured does not work; a slow result is a number, not an error. */
  run(report: Report): Promise<void>;
}
