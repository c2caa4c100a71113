import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readJson } from '../durable/read-json.ts';
import { writeDurably } from '../durable/write-file.ts';
import { report, type Report } from './report.ts';

const stored = z.object({
  /** Also the idempotency key under which it is sent, so that the server takes a repeated one for the same. */
  id: z.string(),
  report,
});

/** A report as it waits, with the name of its file, which sorts by its turn. */
export interface Waiting {
  readonly name: string;
  readonly id: string;
  readonly report: Report;
}

/**
 * Reports wait here, one file each, from before they are sent until the server has them: across outages, restarts and
 * kills. They leave in the order in which they came.
 */
export class Outbox {
  readonly #folder: string;
  readonly #queue: Waiting[];
  #turn: number;
  #ring: (() => void) | undefined;

  private constructor(folder: string, queue: Waiting[], turn: number) {
    this.#folder = folder;
    this.#queue = queue;
    this.#turn = turn;
  }

  static async open(folder: string): Promise<Outbox> {
    await mkdir(join(folder, 'refused'), { recursive: true, mode: 0o700 });
    const queue: Waiting[] = [];
    let turn = 0;
    for (const name of (await readdir(folder)).filter((entry) => /^\d{12}\.json$/.test(entry)).sort()) {
      turn = Number.parseInt(name, 10);
      const found = await readJson(join(folder, name), stored);
      if (found !== undefined) queue.push({ name, ...found });
    }
    return new Outbox(folder, queue, turn);
  }

  /** Reports that wait. */
  get size(): number {
    return this.#queue.length;
  }

  /**
   * Puts a report in, and returns once it is safe on disk. `beforeSending` runs between that and the moment it may leave:
   * what has to be on disk before the server can have it.
   */
  async put(content: Report, beforeSending: () => Promise<void> = async () => undefined): Promise<void> {
    this.#turn += 1;
    const name = `${String(this.#turn).padStart(12, '0')}.json`;
    const id = randomUUID();
    await writeDurably(join(this.#folder, name), JSON.stringify({ id, report: content }));
    await beforeSending();
    const at = this.#queue.findIndex((other) => other.name > name);
    this.#queue.splice(at === -1 ? this.#queue.length : at, 0, { name, id, report: content });
    this.#ring?.();
  }

  /** Bytes of a launch's output whose events wait here. */
  readBytesOf(launchId: string): number {
    const bytes = this.#queue.map(({ report: of }) =>
      of.kind === 'EVENTS' && of.launchId === launchId ? of.readBytes : 0,
    );
    return Math.max(0, ...bytes);
  }

  /** The next report; waits until there is one. Undefined once `signal` fires. */
  async next(signal: AbortSignal): Promise<Waiting | undefined> {
    while (!signal.aborted) {
      const [first] = this.#queue;
      if (first !== undefined) return first;
      await new Promise<void>((resolve) => {
        // The signal lives as long as the daemon: what listens to it is taken away, or each wait would leave one behind.
        const done = () => {
          signal.removeEventListener('abort', done);
          resolve();
        };
        this.#ring = done;
        signal.addEventListener('abort', done);
      });
    }
    return undefined;
  }

  /** The server has it. */
  async remove({ name }: Waiting): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
    this.#forget(name);
  }

  /** The server will never take it: it is put aside, for a person to see, and the others go on. */
  async putAside({ name }: Waiting): Promise<void> {
    await rename(join(this.#folder, name), join(this.#folder, 'refused', name));
    this.#forget(name);
  }

  #forget(name: string): void {
    const at = this.#queue.findIndex((other) => other.name === name);
    if (at !== -1) this.#queue.splice(at, 1);
  }
}
