import { setTimeout as pause } from 'node:timers/promises';

/** How often it is looked again, in milliseconds. */
const LOOK_EVERY_MS = 100;

/**
 * Looks until there is an answer. Throws after `limitMs`, naming what was waited for and what was seen last, so that a
 * provider that stops answering fails the test and does not own it.
 */
export async function until<T>(
  waitingFor: string,
  limitMs: number,
  look: () => Promise<T | undefined>,
  seen: () => string = () => '',
): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    const answer = await look();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`Waited ${limitMs} ms for ${waitingFor}. ${seen()}`);
    await pause(LOOK_EVERY_MS);
  }
}
