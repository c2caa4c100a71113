/** Microseconds on a clock that all processes of a machine share. */
export const clockUs = (): number => Number(process.hrtime.bigint() / 1_000n);
