/** The one source of time; commands never read the system's clock themselves. */
export interface Clock {
  now(): Date;
}

/** The system's clock, in whole milliseconds. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock for tests: stands still until it is told to go on. */
export function createFakeClock(
  start: string | Date = '2026-01-01T00:00:00.000Z',
): Clock & { advance(ms: number): void } {
  let at = new Date(start).getTime();
  return {
    now: () => new Date(at),
    advance: (ms) => {
      at += ms;
    },
  };
}
