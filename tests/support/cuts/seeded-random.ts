/** Numbers from 0 up to 1, the same ones for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A seed of this run's own, or the one of a run that is to be tried again: `PROPERTY_SEED`. */
export const newSeed = (): number => Number(process.env['PROPERTY_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
