import { stat } from 'node:fs/promises';
import type { RuntimeAdapter, RuntimeCondition, RuntimeHost } from '../runtime-adapter.ts';

interface Known {
  readonly file: string;
  readonly condition: RuntimeCondition;
}

/**
 * What the programs of runtimes are like, remembered by the file: to ask a program about itself takes half a second, and a
 * launch needs no more than where it is and which version. A file that is gone, or another one, is noticed at once.
 */
export class KnownPrograms {
  readonly #known = new Map<string, Known>();

  /** Looks anew: also who is signed in, which no file tells. */
  async detect(adapter: RuntimeAdapter, host: RuntimeHost): Promise<RuntimeCondition> {
    const file = await fileOf(adapter, host);
    const condition = await adapter.detect(host);
    if (file !== undefined && condition.isUsable) this.#known.set(adapter.name, { file, condition });
    else this.#known.delete(adapter.name);
    return condition;
  }

  /** What is known of the program that a launch would run now; looks anew where that is another one than before. */
  async atLaunch(adapter: RuntimeAdapter, host: RuntimeHost): Promise<RuntimeCondition> {
    const known = this.#known.get(adapter.name);
    return known !== undefined && known.file === (await fileOf(adapter, host))
      ? known.condition
      : this.detect(adapter, host);
  }
}

/** Which file the program is now: its path and what changes when it is replaced. Undefined where there is none. */
async function fileOf(adapter: RuntimeAdapter, host: RuntimeHost): Promise<string | undefined> {
  const found = await adapter.locate(host);
  if ('problem' in found) return undefined;
  return stat(found.path).then(
    ({ dev, ino, size, mtimeMs }) => JSON.stringify([found.path, dev, ino, size, mtimeMs]),
    () => undefined,
  );
}
