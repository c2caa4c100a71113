import { describe, expect, it } from 'vitest';
import { RunTogether } from '#server/db/run-together.ts';

/** Runs batches that each wait until they are let go, and tells what was in them. */
function held(calls = 10, weight = 100) {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  const together = new RunTogether<number, string>({
    async run(given) {
      batches.push([...given]);
      await new Promise<void>((resolve) => gates.push(resolve));
      if (given.length > 1 && given.includes(13)) throw new Error('the batch failed');
      if (given.includes(13)) throw new Error('thirteen failed');
      return given.map((one) =>
        one < 0
          ? { status: 'rejected', reason: new Error(`${one} is refused`) }
          : { status: 'fulfilled', value: `${one}!` },
      );
    },
    weightOf: (one) => Math.abs(one),
    limits: { calls, weight },
  });
  const letGo = async () => {
    for (let at = 0; at < 5; at += 1) await Promise.resolve();
    for (const open of gates.splice(0)) open();
  };
  const untilAll = async <T>(given: Promise<T>[]) => {
    let isDone = false;
    const all = Promise.allSettled(given).finally(() => (isDone = true));
    while (!isDone) await letGo();
    return all;
  };
  return { together, batches, untilAll };
}

const told = (settled: PromiseSettledResult<string>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message));

describe('calls that are run together', () => {
  it('go alone when nothing is under way, and those that come meanwhile go next, in their order', async () => {
    const { together, batches, untilAll } = held();
    expect(told(await untilAll([1, 2, 3].map((one) => together.add(one))))).toEqual(['1!', '2!', '3!']);
    expect(batches).toEqual([[1], [2, 3]]);
  });

  it('are each answered for themselves', async () => {
    const { together, untilAll } = held();
    expect(told(await untilAll([1, 2, -3, 4].map((one) => together.add(one))))).toEqual([
      '1!',
      '2!',
      '-3 is refused',
      '4!',
    ]);
  });

  it('keep within the bounds of a batch, and what is over them alone still goes', async () => {
    const { together, batches, untilAll } = held(3, 10);
    await untilAll([1, 1, 1, 1, 1, 9, 2, 50, 1].map((one) => together.add(one)));
    expect(batches).toEqual([[1], [1, 1, 1], [1, 9], [2], [50], [1]]);
  });

  it('are run again one by one when the batch fails, so that none fails for another', async () => {
    const { together, untilAll } = held();
    expect(told(await untilAll([1, 2, 13, 4].map((one) => together.add(one))))).toEqual([
      '1!',
      '2!',
      'thirteen failed',
      '4!',
    ]);
  });
});
