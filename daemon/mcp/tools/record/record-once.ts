import { createHash } from 'node:crypto';

/** Most times that the same words are recorded anew after what they recorded was overtaken. */
const MAX_GENERATIONS = 100;

/**
 * Records under a key made of the words themselves, so that a call that a client or a model repeats records once. Words
 * whose record no longer stands (a decision superseded, a blocker resolved, an outcome overtaken) are a new record when
 * they are said again: the next generation of the key.
 */
export async function recordOnce<T>(
  words: readonly unknown[],
  record: (idempotencyKey: string) => Promise<T>,
  stillStands: (recorded: T) => boolean | Promise<boolean>,
): Promise<T> {
  const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex');
  for (let generation = 0; generation < MAX_GENERATIONS; generation += 1) {
    const recorded = await record(`mcp-${hash}-${generation}`);
    if (await stillStands(recorded)) return recorded;
  }
  throw new Error('the same words were recorded and overtaken too often to be told apart');
}
